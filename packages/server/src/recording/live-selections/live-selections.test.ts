import { isRefusal, limits, type Refusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { selectionsOf } from '../records/index.ts';
import { addSelection, begin, end, endWithRecord, mark } from './write-selections.ts';

let test: TestDatabase;
let db: Db;
let clientId: number;
/** Of a record that runs. */
let id: number;
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
  clientId = (await addClient(db)).id;
});
beforeEach(async () => {
  id = (await addRecord(db, { clientId, source: 'journal', decodeState: 'recording' })).id;
});
afterAll(() => test.close());

const codeOf = (outcome: object | Refusal) => (isRefusal(outcome) ? outcome.code : 'done');
const kept = () =>
  db
    .select({ num: tables.selections.num, t0: tables.selections.t0, t1: tables.selections.t1 })
    .from(tables.selections)
    .where(eq(tables.selections.recordId, id))
    .orderBy(tables.selections.num);
const open = () => db.$count(tables.openSelections, eq(tables.openSelections.recordId, id));
const becomes = (decodeState: 'waiting' | 'done') =>
  db.update(tables.records).set({ decodeState }).where(eq(tables.records.id, id));

it('a press begins, the next ends; laps follow one another without a gap', async () => {
  expect(codeOf(await end(db, id, 1, {}))).toBe('device.noSelectionOpen');
  expect(await begin(db, id, 2, { exercise: 'skiff' })).toMatchObject({ selection: { num: 1, t0: 2, t1: null } });
  expect(codeOf(await begin(db, id, 3, {}))).toBe('device.selectionOpen');
  expect(await mark(db, id, 4, {})).toMatchObject({
    ended: { num: 1, t0: 2, t1: 4 },
    selection: { num: 2, t0: 4, exercise: 'skiff' },
  });
  await end(db, id, 5, {});
  expect(await kept()).toEqual([
    { num: 1, t0: 2, t1: 4 },
    { num: 2, t0: 4, t1: 5 },
  ]);
});

it('of many who press at once each gets a number of its own, and one begins', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => begin(db, id, 1, {})));
  expect(all.map(codeOf).sort()).toEqual([
    'device.selectionOpen',
    'device.selectionOpen',
    'device.selectionOpen',
    'done',
  ]);
  await Promise.all([1, 2, 3].map((t) => addSelection(db, id, { t0: t, t1: t + 1 })));
  await end(db, id, 9, {});
  expect((await kept()).map(({ num }) => num)).toEqual([1, 2, 3, 4]);
});

it('a stretch of a record that was cropped is selected where the record is now, and stays there without the crop', async () => {
  const times = { from: 10, to: 40, jumps: [], drift_ppm: 0 };
  const applied = { uids: [], times, distance: null, duration: 60, calibrations: [] };
  await becomes('done');
  await db.update(tables.records).set({ appliedSteps: applied }).where(eq(tables.records.id, id));
  expect(await addSelection(db, id, { t0: 2, t1: 5 })).toMatchObject({ num: 1, t0: 2, t1: 5 });
  expect((await selectionsOf(db, id)).map(({ t0, t1 }) => [t0, t1])).toEqual([[2, 5]]);
  await db.update(tables.records).set({ appliedSteps: null }).where(eq(tables.records.id, id));
  expect((await selectionsOf(db, id)).map(({ t0, t1 }) => [t0, t1])).toEqual([[12, 15]]);
});

it('one that nobody ended ends with its record, whoever was killed meanwhile; one that begins later is dropped', async () => {
  await begin(db, id, 2, {});
  await becomes('waiting');
  await db.transaction((tx) => endWithRecord(tx, id, 7.5));
  expect([await kept(), await open()]).toEqual([[{ num: 1, t0: 2, t1: 7.5 }], 0]);
  await db.update(tables.records).set({ decodeState: 'recording' }).where(eq(tables.records.id, id));
  await begin(db, id, 9, {});
  await db.transaction((tx) => endWithRecord(tx, id, 7.5));
  expect([(await kept()).length, await open()]).toEqual([1, 0]);
});

it('a press that comes after the record has ended opens nothing that nobody would end', async () => {
  await becomes('waiting');
  expect(codeOf(await begin(db, id, 2, {}))).toBe('device.notRecording');
  expect(codeOf(await mark(db, id, 2, {}))).toBe('device.notRecording');
  expect(await open()).toBe(0);
});

it('gets a number that selections have: the lowest free one once the last is used', async () => {
  await db.insert(tables.selections).values({ recordId: id, num: limits.selectionNumber, t0: 0, t1: 1 });
  expect(await begin(db, id, 2, {})).toMatchObject({ selection: { num: 1 } });
  expect(await addSelection(db, id, { t0: 2, t1: 3 })).toMatchObject({ num: 2 });
  expect(await mark(db, id, 4, {})).toMatchObject({ ended: { num: 1 }, selection: { num: 3 } });
});
