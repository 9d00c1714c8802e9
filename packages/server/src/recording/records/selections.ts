import {
  Id,
  isRefusal,
  type Refusal,
  refuse,
  type Selection,
  type SelectionCreate,
  type SelectionEdit,
} from '@sillage/contract';
import { formatChrono } from '@sillage/domain';
import { and, eq, max } from 'drizzle-orm';
import { brokenField, conflictOf, givenColumns, refuseFixed } from '../../administration/tenancy/index.ts';
import { type Db, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findRecord, type RecordRow } from './find-records.ts';

const { records, selections } = tables;
export type SelectionRow = typeof selections.$inferSelect;

export async function listSelections(db: Queryable, viewer: Viewer, recordId: number): Promise<Selection[] | Refusal> {
  const record = await findRecord(db, viewer, recordId);
  if (isRefusal(record)) return record;
  return (await selectionsOf(db, recordId)).map(presentSelection);
}

/** Those of a record, by number. */
export async function selectionsOf(db: Queryable, recordId: number): Promise<SelectionRow[]> {
  return db.select().from(selections).where(eq(selections.recordId, recordId)).orderBy(selections.num);
}

/** Those of the ids that belong to the records, by number. */
export async function selectionsOfRecords(
  db: Queryable,
  recordIds: readonly number[],
  ids: readonly number[],
): Promise<SelectionRow[]> {
  const among = and(isOneOf(selections.id, ids), isOneOf(selections.recordId, recordIds));
  return db.select().from(selections).where(among).orderBy(selections.num);
}

export async function readSelection(
  db: Queryable,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
): Promise<Selection | Refusal> {
  const record = await findRecord(db, viewer, ids.id);
  if (isRefusal(record)) return record;
  const row = await findSelection(db, ids.id, { id: ids.selectionId });
  return isRefusal(row) ? row : presentSelection(row);
}

/** Adds a selection under the next number of the record. */
export async function createSelection(
  db: Db,
  viewer: Viewer,
  recordId: number,
  given: SelectionCreate,
): Promise<Selection | Refusal> {
  return writeNumbered(db, async (tx) => {
    const record = await findRecord(tx, viewer, recordId);
    if (isRefusal(record)) return record;
    const bounds = refuseFixed(ofDistanceAxis, given) ?? within(record, given);
    if (isRefusal(bounds)) return bounds;
    // Two selections added at once wait for one another here, so that each gets a number of its own.
    await tx.select({ id: records.id }).from(records).where(eq(records.id, recordId)).for('update');
    const [last] = await tx
      .select({ num: max(selections.num) })
      .from(selections)
      .where(eq(selections.recordId, recordId));
    const values = { ...textsOf(given), ...bounds, recordId, num: given.num ?? (last?.num ?? 0) + 1 };
    const [row] = await tx.insert(selections).values(values).returning();
    return row ? presentSelection(row) : refuse('entity.notFound');
  });
}

/** Changes the fields that are given; the rules are about what the selection is then. */
export async function editSelection(
  db: Db,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
  given: SelectionEdit,
): Promise<Selection | Refusal> {
  return writeNumbered(db, async (tx) => {
    const record = await findRecord(tx, viewer, ids.id);
    if (isRefusal(record)) return record;
    const [before] = await tx.select().from(selections).where(sameSelection(ids)).for('no key update');
    if (before === undefined) return refuse('entity.notFound');
    const { id, record_id, chrono, distance } = presentSelection(before);
    const refused = refuseFixed({ id, record_id, chrono, distance, ...ofDistanceAxis }, given);
    if (isRefusal(refused)) return refused;
    const movesBounds = given.t0 !== undefined || given.t1 !== undefined;
    const bounds = movesBounds ? within(record, { t0: given.t0 ?? before.t0, t1: given.t1 ?? before.t1 }) : {};
    if (isRefusal(bounds)) return bounds;
    const changes = { ...textsOf(given), ...bounds, ...givenColumns({ num: given.num }) };
    if (Object.keys(changes).length === 0) return presentSelection(before);
    const [row] = await tx.update(selections).set(changes).where(sameSelection(ids)).returning();
    return row ? presentSelection(row) : refuse('entity.notFound');
  });
}

/** Two selections of a record never have one number. */
function writeNumbered(db: Db, write: (tx: Queryable) => Promise<Selection | Refusal>): Promise<Selection | Refusal> {
  return conflictOf('num', () => db.transaction(write));
}

export async function deleteSelection(
  db: Queryable,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
): Promise<undefined | Refusal> {
  const record = await findRecord(db, viewer, ids.id);
  if (isRefusal(record)) return record;
  const deleted = await db.delete(selections).where(sameSelection(ids)).returning({ id: selections.id });
  return deleted.length === 0 ? refuse('entity.notFound') : undefined;
}

/** A selection of a record, by its id or by its number in the record. */
export async function findSelection(
  db: Queryable,
  recordId: number,
  wanted: { readonly id: number } | { readonly num: number },
): Promise<SelectionRow | Refusal> {
  if (!Id.safeParse('id' in wanted ? wanted.id : wanted.num).success) return refuse('entity.notFound');
  const condition = 'id' in wanted ? eq(selections.id, wanted.id) : eq(selections.num, wanted.num);
  const [row] = await db
    .select()
    .from(selections)
    .where(and(eq(selections.recordId, recordId), condition));
  return row ?? refuse('entity.notFound');
}

const sameSelection = ({ id, selectionId }: { readonly id: number; readonly selectionId: number }) =>
  and(eq(selections.recordId, id), eq(selections.id, selectionId));

/** Holds a selection within its record; one that lies wholly after its end is refused. */
function within(record: RecordRow, { t0, t1 }: { readonly t0: number; readonly t1: number }) {
  const end = record.durationSeconds;
  if (end > 0 && t0 >= end) return brokenField('t0', 'range');
  return t1 > t0 ? { t0, t1: end > 0 ? Math.min(t1, end) : t1 } : brokenField('t1', 'range');
}

function textsOf({ toffset, exercise, comment }: SelectionEdit) {
  return givenColumns({ toffset, exercise, comment });
}

/** No record has a distance axis before the issue that computes it: there is nothing that these could be about. */
const ofDistanceAxis = { d0: null, d1: null, doffset: 0 } as const;

export function presentSelection(row: SelectionRow): Selection {
  return {
    id: row.id,
    record_id: row.recordId,
    num: row.num,
    t0: row.t0,
    t1: row.t1,
    toffset: row.toffset,
    ...ofDistanceAxis,
    exercise: row.exercise,
    comment: row.comment,
    distance: null,
    chrono: formatChrono(row.t1 - row.t0),
  };
}
