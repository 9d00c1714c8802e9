import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentHubKey } from '../../administration/tenancy/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { describeLink } from './describe-link.ts';
import { keepLink, readOutcome, writeOutcome } from './keep-link.ts';

const secrets = openTestSecrets();
const code = `11111111-2222-4333-8444-555555555555.${'s'.repeat(43)}`;
let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  await db.execute(sql`insert into hubs (uid, number, name, cloud_enabled) values (gen_random_uuid(), 7, 'hub', true)`);
  await db.execute(sql`insert into settings (key, value) select ${currentHubKey}, to_jsonb(id) from hubs`);
});
afterEach(() => test.close());

const described = (isSeen = sql`true`) => describeLink(test.database.db, secrets, { isSeen, bytesPerSecond: null });
const link = () => keepLink(sqlMarks(test.database.db), secrets, { url: 'https://cloud.test', code });
async function ended(whyNot: string | null): Promise<void> {
  const marks = sqlMarks(test.database.db);
  const outcome = { ...(await readOutcome(marks)), lastOkMs: 0 };
  await writeOutcome(marks, { ...outcome, whyNot: whyNot === null ? null : { code: whyNot, parameters: {} } });
}

it('says that there is no link, that it works, why it does not, and that it is paused, but not where it leads', async () => {
  expect(await described()).toMatchObject({ state: 'none', last_ok: null });
  await link();
  expect(await described()).toMatchObject({ state: 'ok', why_not: null });
  await ended('sync.unreachable');
  const cut = await described();
  expect(cut).toMatchObject({ state: 'cut', last_ok: '1970-01-01T00:00:00.000Z' });
  expect(cut.why_not?.en).toMatch(/^The cloud does not answer/);
  expect(JSON.stringify(cut)).not.toContain('cloud.test');
  await ended('sync.paused');
  expect(await described()).toMatchObject({ state: 'paused' });
  await ended(null);
  expect(await described()).toMatchObject({ state: 'ok' });
  await test.database.db.execute(sql`update hubs set cloud_enabled = false`);
  expect(await described()).toMatchObject({ state: 'paused' });
});

it('counts what waits of the records that may be seen alone', async () => {
  const { db } = test.database;
  await link();
  for (const [name, cloudEnabled] of [
    ['mine', true],
    ['theirs', true],
    ['here', false],
  ] as const) {
    const { id: clientId } = await addClient(db, { name, cloudEnabled });
    const { uid } = await addRecord(db, { clientId, basename: name });
    await db.execute(
      sql`insert into sync_files (record_uid, state, size_bytes, sent_bytes) values (${uid}, 'sending', 10, 4)`,
    );
  }
  expect((await described()).waiting_bytes).toBe(12);
  expect((await described(sql`records.basename = 'mine'`)).waiting_bytes).toBe(6);
});
