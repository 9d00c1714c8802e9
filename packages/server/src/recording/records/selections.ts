import { Id, isRefusal, type Refusal, refuse, type Selection } from '@sillage/contract';
import { formatChrono } from '@sillage/domain';
import { and, eq, max } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findRecord, type RecordRow } from './find-records.ts';

const { records, selections } = tables;
type SelectionRow = typeof selections.$inferSelect;

interface SelectionBounds {
  readonly t0: number;
  readonly t1: number;
  readonly toffset?: number | undefined;
  readonly exercise?: string | undefined;
  readonly comment?: string | undefined;
}

export async function listSelections(db: Queryable, viewer: Viewer, recordId: number): Promise<Selection[] | Refusal> {
  const record = await findRecord(db, viewer, recordId);
  if (isRefusal(record)) return record;
  const rows = await db.select().from(selections).where(eq(selections.recordId, recordId)).orderBy(selections.num);
  return rows.map(presentSelection);
}

/** Adds a selection under the next number of the record. */
export async function createSelection(
  db: Db,
  viewer: Viewer,
  recordId: number,
  given: SelectionBounds,
): Promise<Selection | Refusal> {
  return db.transaction(async (tx) => {
    const record = await findRecord(tx, viewer, recordId);
    if (isRefusal(record)) return record;
    const bounds = within(record, given);
    if (isRefusal(bounds)) return bounds;
    // Two selections added at once wait for one another here, so that each gets a number of its own.
    await tx.select({ id: records.id }).from(records).where(eq(records.id, recordId)).for('update');
    const [last] = await tx
      .select({ num: max(selections.num) })
      .from(selections)
      .where(eq(selections.recordId, recordId));
    const values = { ...bounds, recordId, num: (last?.num ?? 0) + 1 };
    const [row] = await tx.insert(selections).values(values).returning();
    return row ? presentSelection(row) : refuse('entity.notFound');
  });
}

export async function editSelection(
  db: Queryable,
  viewer: Viewer,
  ids: { readonly id: number; readonly selectionId: number },
  given: SelectionBounds,
): Promise<Selection | Refusal> {
  const record = await findRecord(db, viewer, ids.id);
  if (isRefusal(record)) return record;
  const bounds = within(record, given);
  if (isRefusal(bounds)) return bounds;
  const [row] = await db.update(selections).set(bounds).where(sameSelection(ids)).returning();
  return row ? presentSelection(row) : refuse('entity.notFound');
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
function within(record: RecordRow, given: SelectionBounds) {
  const end = record.durationSeconds;
  if (end > 0 && given.t0 >= end) return refuse('request.invalid', {}, { t0: 'range' });
  return {
    t0: given.t0,
    t1: end > 0 ? Math.min(given.t1, end) : given.t1,
    ...(given.toffset === undefined ? {} : { toffset: given.toffset }),
    ...(given.exercise === undefined ? {} : { exercise: given.exercise }),
    ...(given.comment === undefined ? {} : { comment: given.comment }),
  };
}

function presentSelection(row: SelectionRow): Selection {
  return {
    id: row.id,
    record_id: row.recordId,
    num: row.num,
    t0: row.t0,
    t1: row.t1,
    toffset: row.toffset,
    d0: null,
    d1: null,
    doffset: 0,
    exercise: row.exercise,
    comment: row.comment,
    distance: null,
    chrono: formatChrono(row.t1 - row.t0),
  };
}
