import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { hearOfRules } from '../../recording/life/index.ts';
import { sqlRows } from './sql-rows.ts';
import type { WireRow } from './wire-row.ts';

let test: TestDatabase;
let heard: number[];
let stop: () => Promise<void>;
beforeEach(async () => {
  test = await openTestDatabase();
  heard = [];
  stop = await hearOfRules(
    test.database,
    (clientId) => heard.push(clientId),
    () => undefined,
  );
});
afterEach(async () => {
  await stop();
  await test.close();
});

const stamp = `000000000001000.000000.${randomUUID()}`;
function parameter(name: string, target: string, deleted: WireRow['deleted'] = null): WireRow {
  const fields = { name: [name, stamp, ''], target_id: [target, stamp, ''] } satisfies WireRow['fields'];
  return { table: 'parameters', uid: randomUUID(), other_uid: null, fields, deleted, editors: {} };
}
const come = (rows: WireRow[]) => test.database.db.transaction((tx) => sqlRows(tx).follow(rows));

it('rules of analyses that came, or went, are told of the club that they hold for; other parameters hold nothing in memory', async () => {
  const { db } = test.database;
  const [one, other] = [await addClient(db), await addClient(db)];
  await come([
    parameter('general::enregistrement::nom', other.uid),
    parameter('analysis_rules::jump::parameters', one.uid),
  ]);
  await expect.poll(() => heard).toEqual([one.id]);
  await come([parameter('analysis_rules::jump::parameters', other.uid, [stamp, ''])]);
  await expect.poll(() => heard).toEqual([one.id, other.id]);
});
