import { api, type Endpoint } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { configRoutes } from '../administration/configs/index.ts';
import { moduleRoutes } from '../administration/modules/index.ts';
import { releaseRoutes } from '../administration/releases/index.ts';
import { sportRoutes } from '../administration/sports/index.ts';
import { openTestAdministration, type TestAdministration } from '../administration/tenancy/testing.ts';
import { openSigningKey } from '../platform/secrets/index.ts';

/** Two people edit different fields of one row at the same moment: neither brings back what the other one changed. */

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  const { db, folder } = hub;
  configRoutes(hub.serve, { db });
  moduleRoutes(hub.serve, { db });
  releaseRoutes(hub.serve, { db, folder, signer: await openSigningKey(folder.firmwareKey) });
  sportRoutes(hub.serve, { db });
});
afterAll(() => hub.close());

const named = { fr: 'n', en: 'n' };
const config = '{"modules":{}}';
const file = { name: 'a.bin', bytes: new Uint8Array([1, 2, 3]) };
const each: readonly [string, Endpoint, Endpoint, object, object, SQL, object][] = [
  [
    'sports',
    api.createSport,
    api.editSport,
    { name: 'a', display_name: named },
    { text: 't' },
    sql`name = 'b'`,
    { name: 'b' },
  ],
  [
    'configs',
    api.createConfig,
    api.editConfig,
    { name: 'a', config },
    { comment: 'c' },
    sql`name = 'b'`,
    { name: 'b' },
  ],
  [
    'sensors',
    api.createSensor,
    api.editSensor,
    { name: 'a', type: 't' },
    { comment: 'c' },
    sql`config = '{"a":1}'`,
    { config: '{"a":1}' },
  ],
  [
    'meca_sensors',
    api.createMecaSensor,
    api.editMecaSensor,
    { name: 'a', type: 't' },
    { comment: 'c' },
    sql`gain = 2`,
    { gain: 2 },
  ],
  [
    'releases',
    api.createDeviceRelease,
    api.editDeviceRelease,
    { version: '6.5.0', target: 'maxi' },
    { notes: named },
    sql`version = '6.6.0'`,
    { version: '6.6.0' },
  ],
];

test.each(each)('%s', async (table, create, edit, body, change, meanwhile, theirs) => {
  const withFile = table === 'releases' ? { file } : {};
  const made = await hub.ask('admin', create, { body, ...withFile });
  const { id } = z.object({ id: z.int() }).parse(made.body);
  let editing: ReturnType<typeof hub.ask> | undefined;
  await hub.db.transaction(async (tx) => {
    await tx.execute(sql`update ${sql.identifier(table)} set ${meanwhile} where id = ${id}`);
    editing = hub.ask('admin', edit, { params: { id }, body: change });
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect((await hub.db.execute(waiting)).rows).toHaveLength(1);
    });
  });
  expect(await editing).toMatchObject({ status: 200, body: { ...change, ...theirs } });
});
