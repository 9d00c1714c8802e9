import {
  brokenOrder,
  Id,
  isRefusal,
  type Refusal,
  refuse,
  type Selection,
  type SelectionCreate,
  type SelectionEdit,
} from '@sillage/contract';
import { formatChrono, stretchInOriginal, stretchInRecord, untouched } from '@sillage/domain';
import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { brokenField, conflictOf, givenColumns, refuseFixed } from '../../administration/tenancy/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { numbersOfNew } from '../live-selections/index.ts';
import { type DistanceAxis, metresAt } from '../store/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findRecord, holdRecord, isFilm, type RecordRow, refuseOtherSignals } from './find-records.ts';
import { axisOf } from './read-distance.ts';
import { isSession } from './session-records.ts';

const { records, selections } = tables;
/** Its times are those of the record as it is now. */
export type SelectionRow = typeof selections.$inferSelect;

type Dependencies = Pick<RecordDependencies, 'database' | 'folder' | 'store' | 'life'>;

export async function listSelections(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
): Promise<Selection[] | Refusal> {
  const { db } = dependencies.database;
  const record = await findRecord(db, viewer, recordId);
  if (isRefusal(record)) return record;
  const rows = await selectionsOf(db, recordId);
  const axis = rows.length > 0 ? await axisOf(dependencies, record) : undefined;
  return rows.map((row) => presentSelection(row, axis));
}

/** Those of a record, by number; what lies outside of what is cropped is not among them. */
export async function selectionsOf(db: Queryable, recordId: number): Promise<SelectionRow[]> {
  return selectSeen(db, eq(selections.recordId, recordId));
}

/** Selections are kept in times of the original: in those of the record they are where its steps put them, if anywhere. */
async function selectSeen(db: Queryable, among: SQL | undefined): Promise<SelectionRow[]> {
  const rows = await db
    .select({ row: getTableColumns(selections), applied: records.appliedSteps })
    .from(selections)
    .innerJoin(records, eq(records.id, selections.recordId))
    .where(among)
    .orderBy(selections.num);
  return rows.flatMap(({ row, applied }) => seenSelection(row, applied) ?? []);
}

/** @param applied steps of its record */
export function seenSelection<S extends { readonly t0: number; readonly t1: number }>(
  kept: S,
  applied: RecordRow['appliedSteps'],
): S | undefined {
  const seen = stretchInRecord(applied?.times ?? untouched.times, kept);
  return seen && { ...kept, ...seen };
}

/** As they are kept. */
const keptBounds = ({ appliedSteps }: RecordRow, bounds: { readonly t0: number; readonly t1: number }) =>
  stretchInOriginal(appliedSteps?.times ?? untouched.times, bounds);

/** Those of the ids that belong to the records, by number. */
export async function selectionsOfRecords(
  db: Queryable,
  recordIds: readonly number[],
  ids: readonly number[],
): Promise<SelectionRow[]> {
  return selectSeen(db, and(isOneOf(selections.id, ids), isOneOf(selections.recordId, recordIds)));
}

export async function readSelection(
  dependencies: Dependencies,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
): Promise<Selection | Refusal> {
  const { db } = dependencies.database;
  const record = await findRecord(db, viewer, ids.id);
  if (isRefusal(record)) return record;
  const row = await findSelection(db, ids.id, { id: ids.selectionId });
  return isRefusal(row) ? row : presentSelection(row, await axisOf(dependencies, record));
}

/** Adds a selection under the next number of the record. */
export async function createSelection(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
  given: SelectionCreate,
): Promise<Selection | Refusal> {
  const added = await createSelections(dependencies, viewer, recordId, [given]);
  return isRefusal(added) ? added : (added[0] ?? refuse('entity.notFound'));
}

/** Adds selections under the next numbers of the record, all of them or none. */
export async function createSelections(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
  given: readonly SelectionCreate[],
): Promise<Selection[] | Refusal> {
  const { db } = dependencies.database;
  const seen = await findRecord(db, viewer, recordId);
  if (isRefusal(seen)) return seen;
  if (isSession(seen)) return refuse('record.isSession');
  if (isFilm(seen)) return refuse('record.isVideo');
  // Read before anything is held: a long record takes a moment.
  const axis = await axisOf(dependencies, seen);
  return writeNumbered(dependencies, async (tx) => {
    // Two selections added at once wait for one another here, so that each gets a number of its own.
    const record = await holdRecord(tx, viewer, recordId);
    if (isRefusal(record)) return record;
    const placed = [];
    for (const one of given) {
      const bounds = refuseOtherSignals(record, one.signals_version) ?? within(record, one);
      if (isRefusal(bounds)) return bounds;
      const refused = refuseFixed(onDistanceAxis(bounds, axis), saidOf(one));
      if (isRefusal(refused)) return refused;
      placed.push({ one, bounds });
    }
    const numbers = await numbersOfNew(tx, recordId, given);
    if (isRefusal(numbers)) return numbers;
    const values = placed.map(({ one, bounds }) => ({
      ...textsOf(one),
      ...keptBounds(record, bounds),
      recordId,
      num: one.num ?? numbers.shift() ?? 0,
    }));
    const rows = await tx.insert(selections).values(values).returning();
    tellOf(dependencies, tx, record);
    const ofNumber = new Map(rows.map((row) => [row.num, row]));
    return placed.flatMap(({ bounds }, i) => {
      const row = ofNumber.get(values[i]?.num ?? 0);
      return row ? [presentSelection({ ...row, ...bounds }, axis)] : [];
    });
  });
}

/** Changes the fields that are given; the rules are about what the selection is then. */
export async function editSelection(
  dependencies: Dependencies,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
  given: SelectionEdit,
): Promise<Selection | Refusal> {
  const { db } = dependencies.database;
  const seen = await findRecord(db, viewer, ids.id);
  if (isRefusal(seen)) return seen;
  // Read before anything is held: a long record takes a moment.
  const axis = await axisOf(dependencies, seen);
  return writeNumbered(dependencies, async (tx) => {
    const record = await holdRecord(tx, viewer, ids.id);
    if (isRefusal(record)) return record;
    const [kept] = await tx.select().from(selections).where(sameSelection(ids)).for('no key update');
    const before = kept && seenSelection(kept, record.appliedSteps);
    if (before === undefined) return refuse('entity.notFound');
    const { id, record_id, chrono } = presentSelection(before, axis);
    const refused = refuseFixed({ id, record_id, chrono, ...onDistanceAxis(before, axis) }, given);
    if (isRefusal(refused)) return refused;
    const movesBounds = given.t0 !== undefined || given.t1 !== undefined;
    const wanted = { t0: given.t0 ?? before.t0, t1: given.t1 ?? before.t1 };
    const bounds = movesBounds
      ? (refuseOtherSignals(record, given.signals_version) ?? within(record, wanted))
      : undefined;
    if (isRefusal(bounds)) return bounds;
    const texts = { ...textsOf(given), ...givenColumns({ num: given.num }) };
    const changes = { ...texts, ...(bounds && changedBounds(record, before, bounds)) };
    if (Object.keys(changes).length === 0) return presentSelection(before, axis);
    const [row] = await tx.update(selections).set(changes).where(sameSelection(ids)).returning();
    tellOf(dependencies, tx, record);
    return row
      ? presentSelection({ ...row, t0: before.t0, t1: before.t1, ...bounds }, axis)
      : refuse('entity.notFound');
  });
}

/** A bound that was put back as it was read stays where it was kept, also where a crop cuts it off. */
function changedBounds(record: RecordRow, before: Bounds, now: Bounds): Partial<Bounds> {
  const kept = keptBounds(record, now);
  return {
    ...(now.t0 !== before.t0 && { t0: kept.t0 }),
    ...(now.t1 !== before.t1 && { t1: kept.t1 }),
  };
}
type Bounds = { readonly t0: number; readonly t1: number };

/** Two selections of a record never have one number. */
function writeNumbered<T>(
  { life, database }: Pick<Dependencies, 'life' | 'database'>,
  write: (tx: Queryable) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return conflictOf('num', () => life.inTransaction(write, database.db));
}

const tellOf = ({ life }: Pick<Dependencies, 'life'>, tx: Queryable, { id, clientId }: RecordRow) =>
  life.tell(tx, { clientId, recordIds: [id], reason: 'selected' });

export function deleteSelection(
  dependencies: Pick<Dependencies, 'life' | 'database'>,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
): Promise<undefined | Refusal> {
  return deleteSelections(dependencies, viewer, ids.id, [ids.selectionId]);
}

/** Deletes selections of a record, all of them or none. */
export function deleteSelections(
  dependencies: Pick<Dependencies, 'life' | 'database'>,
  viewer: Viewer,
  recordId: number,
  ids: readonly number[],
): Promise<undefined | Refusal> {
  return dependencies.life.inTransaction(async (tx) => {
    const record = await findRecord(tx, viewer, recordId);
    if (isRefusal(record)) return record;
    const among = and(eq(selections.recordId, recordId), isOneOf(selections.id, ids));
    // Held in one order, so that two who delete the same ones wait for each other, and the second finds none.
    const held = await tx.select().from(selections).where(among).orderBy(selections.id).for('update');
    // What a crop hides comes back with its undoing: it is not there to be deleted.
    const seen = held.filter((row) => seenSelection(row, record.appliedSteps) !== undefined);
    if (seen.length < new Set(ids).size) return refuse('entity.notFound');
    await tx.delete(selections).where(among);
    tellOf(dependencies, tx, record);
  }, dependencies.database.db);
}

/** A selection of a record, by its id or by its number in the record. */
export async function findSelection(
  db: Queryable,
  recordId: number,
  wanted: { readonly id: number } | { readonly num: number },
): Promise<SelectionRow | Refusal> {
  if (!Id.safeParse('id' in wanted ? wanted.id : wanted.num).success) return refuse('entity.notFound');
  const condition = 'id' in wanted ? eq(selections.id, wanted.id) : eq(selections.num, wanted.num);
  const [row] = await selectSeen(db, and(eq(selections.recordId, recordId), condition));
  return row ?? refuse('entity.notFound');
}

const sameSelection = ({ id, selectionId }: { readonly id: number; readonly selectionId: number }) =>
  and(eq(selections.recordId, id), eq(selections.id, selectionId));

/** Holds a selection within its record; one that lies wholly after its end is refused. */
function within(record: RecordRow, { t0, t1 }: { readonly t0: number; readonly t1: number }) {
  const end = record.durationSeconds;
  if (end > 0 && t0 >= end) return brokenField('t0', 'afterEnd');
  const broken = brokenOrder(t0, t1);
  return broken === undefined ? { t0, t1: end > 0 ? Math.min(t1, end) : t1 } : brokenField('t1', broken);
}

/** Null says nothing of what is derived of a new selection. */
const saidOf = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

function textsOf({ toffset, exercise, comment }: SelectionEdit) {
  return givenColumns({ toffset, exercise, comment });
}

/**
 * What a selection is on its record's distance axis, m; null where the record has none. `doffset` is 0: nobody shifts a
 * selection by a distance.
 */
function onDistanceAxis({ t0, t1 }: Pick<SelectionRow, 't0' | 't1'>, axis: DistanceAxis | undefined) {
  if (axis === undefined) return { d0: null, d1: null, doffset: 0, distance: null };
  const [d0, d1] = [metresAt(axis, t0), metresAt(axis, t1)];
  return { d0, d1, doffset: 0, distance: d1 - d0 };
}

/** @param axis of its record; undefined where it has none, or where nobody asks for distances */
export function presentSelection(row: SelectionRow, axis: DistanceAxis | undefined): Selection {
  return {
    id: row.id,
    record_id: row.recordId,
    num: row.num,
    t0: row.t0,
    t1: row.t1,
    toffset: row.toffset,
    ...onDistanceAxis(row, axis),
    exercise: row.exercise,
    comment: row.comment,
    chrono: formatChrono(row.t1 - row.t0),
  };
}
