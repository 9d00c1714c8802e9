import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { recordRoutes } from '../../recording/records/index.ts';
import { openTestRecords } from '../../recording/records/testing.ts';
import { sealExternalTokens } from '../accounts/index.ts';
import { openTestBackups } from './open-test-backups.ts';
import { addClub } from './open-test-clubs.ts';
import { entriesOf } from './open-test-damage.ts';

const { users } = tables;
const clear = 'nolio-token-in-clear';
let room: Awaited<ReturnType<typeof openTestRecords>>;
beforeEach(async () => {
  room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
});
afterEach(() => room.close());

/** A machine of its own, by its key. */
function machine(seed: number) {
  const secrets = openTestSecrets(seed);
  const sealSecrets = (tx: Queryable) => sealExternalTokens(tx, secrets);
  return {
    start: () => sealExternalTokens(room.database.db, secrets),
    backups: openTestBackups({ ...room, life: room.dependencies.life, sealSecrets }),
  };
}

/** A person with an account at another service, as databases kept it before there was a key. */
async function personInClear() {
  const { manager } = await addClub(room, 'one');
  await room.database.db
    .update(users)
    .set({ firstname: 'Camille', lastname: 'Roux', externalApi: { nolio: { enabled: true, user: 'c', token: clear } } })
    .where(eq(users.id, manager.userId));
  return manager.userId;
}

async function dump(): Promise<string> {
  const { rows } = await room.database.db.execute(sql`select json_agg(u)::text as text from users u`);
  return String(rows[0]?.text);
}

test('a database from before there was a key holds no token in clear after the start, nor does its backup', async () => {
  await personInClear();
  const { start, backups } = machine(1);
  expect(await start()).toMatchObject({ count: 0 });
  expect(await dump()).not.toContain(clear);
  expect(await dump()).toContain('sealed:v1:');
  const { path } = await backups.back();
  const people = (await entriesOf(path)).get('tables/users.jsonl')?.toString() ?? '';
  expect(people).toContain('sealed:v1:');
  expect(people).not.toContain(clear);
});

test('a backup that holds tokens in clear is sealed before its rows are there', async () => {
  const id = await personInClear();
  const { backups } = machine(1);
  const { path } = await backups.back();
  await room.database.db.delete(users).where(eq(users.id, id));
  await backups.restore(path);
  expect(await dump()).toContain('Camille');
  expect(await dump()).not.toContain(clear);
});

test('restored on another machine, the task says whose accounts must be typed again; with its key they open', async () => {
  const id = await personInClear();
  const home = machine(1);
  await home.start();
  const { path } = await home.backups.back();
  await room.database.db.delete(users).where(eq(users.id, id));
  const { backups, start } = machine(2);
  await backups.restore(path);
  const warnings = backups.messages.filter(({ type }) => type === 'WARN').map(({ msg }) => msg);
  expect(warnings).toContainEqual({
    fr: expect.stringMatching(/à saisir de nouveau par Camille Roux, car la clé [0-9a-f]{8} n’est pas/),
    en: expect.stringMatching(/to be typed again by Camille Roux/),
  });
  expect(backups.messages.at(-1)).toMatchObject({ type: 'SUCCESS' });
  expect(await start()).toMatchObject({ count: 1, names: ['Camille Roux'] });
  expect(await home.start()).toMatchObject({ count: 0 });
});
