import { type LiveSelection, type Refusal, refuse, type SelectionTexts } from '@sillage/contract';
import { and, eq, max } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { records, selections, openSelections } = tables;
/** s; a selection that is ended at once lasts so long all the same. */
const shortest = 0.001;

type Open = typeof openSelections.$inferSelect;

/** What one press did. */
export interface Pressed {
  readonly selection: LiveSelection;
  readonly ended: LiveSelection | null;
}

/** Begins a selection at `t`, s of the record. Refused while one is open. */
export function begin(db: Db, recordId: number, t: number, texts: SelectionTexts): Promise<Pressed | Refusal> {
  return held(db, recordId, async (tx, open) => {
    if (open !== undefined) return refuse('device.selectionOpen');
    return { selection: await openAt(tx, recordId, t, texts), ended: null };
  });
}

/** Ends the open selection at `t`, s of the record. Refused when none is open. */
export function end(db: Db, recordId: number, t: number, texts: SelectionTexts): Promise<Pressed | Refusal> {
  return held(db, recordId, async (tx, open) => {
    if (open === undefined) return refuse('device.noSelectionOpen');
    return { selection: await close(tx, open, t, texts), ended: null };
  });
}

/** Ends the open selection, if there is one, and begins the next one at the same moment. */
export function mark(db: Db, recordId: number, t: number, texts: SelectionTexts): Promise<Pressed | Refusal> {
  return held(db, recordId, async (tx, open) => {
    const ended = open === undefined ? null : await close(tx, open, t, {});
    // What a lap is about holds for the next one, too, unless it is said otherwise.
    const exercise = texts.exercise ?? open?.exercise ?? '';
    return { selection: await openAt(tx, recordId, ended?.t1 ?? t, { ...texts, exercise }), ended };
  });
}

/** Adds a whole selection under the next number. Refused where the record is gone. */
export function addSelection(
  db: Db,
  recordId: number,
  { t0, t1 }: { readonly t0: number; readonly t1: number },
): Promise<LiveSelection | Refusal> {
  return held(db, recordId, async (tx, open) => {
    const num = Math.max(await lastNumber(tx, recordId), open?.num ?? 0) + 1;
    const [row] = await tx.insert(selections).values({ recordId, num, t0, t1 }).returning();
    return row === undefined ? refuse('device.notRecording') : present(row);
  });
}

/**
 * The record has ended, and is so long: a selection that is open ends with it. One that begins later than that is dropped.
 * @param seconds of the original; undefined where it has no samples
 */
export async function endWithRecord(tx: Queryable, recordId: number, seconds: number | undefined): Promise<void> {
  const [open] = await tx.select().from(openSelections).where(eq(openSelections.recordId, recordId)).for('update');
  if (open === undefined) return;
  if (seconds !== undefined && seconds > open.t0) await close(tx, open, seconds, {});
  else await tx.delete(openSelections).where(eq(openSelections.recordId, recordId));
}

/** Those of a record by number, the open one last. */
export async function readShown(db: Queryable, recordId: number): Promise<LiveSelection[]> {
  const ended = await db.select().from(selections).where(eq(selections.recordId, recordId)).orderBy(selections.num);
  const open = await db.select().from(openSelections).where(eq(openSelections.recordId, recordId));
  return [...ended.map(present), ...open.map(presentOpen)];
}

const present = ({ id, num, t0, t1, exercise, comment }: typeof selections.$inferSelect): LiveSelection => ({
  ...{ id, num, t0, t1, exercise, comment },
});
const presentOpen = ({ num, t0, exercise, comment }: Open): LiveSelection => ({
  ...{ id: null, num, t0, t1: null, exercise, comment },
});

/** Whoever adds a selection to the record meanwhile waits: each gets a number of its own. */
function held<T>(
  db: Db,
  recordId: number,
  work: (tx: Queryable, open: Open | undefined) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return db.transaction(async (tx) => {
    const among = eq(records.id, recordId);
    const [record] = await tx.select({ id: records.id }).from(records).where(among).for('no key update');
    if (record === undefined) return refuse('device.notRecording');
    const [open] = await tx.select().from(openSelections).where(eq(openSelections.recordId, recordId));
    return work(tx, open);
  });
}

async function openAt(tx: Queryable, recordId: number, t: number, texts: SelectionTexts): Promise<LiveSelection> {
  const num = (await lastNumber(tx, recordId)) + 1;
  const [row] = await tx
    .insert(openSelections)
    .values({ recordId, num, t0: Math.max(0, t), exercise: texts.exercise ?? '', comment: texts.comment ?? '' })
    .returning();
  if (row === undefined) throw new Error('the selection was not kept');
  return presentOpen(row);
}

async function close(tx: Queryable, open: Open, t: number, texts: SelectionTexts): Promise<LiveSelection> {
  const { recordId, t0 } = open;
  await tx.delete(openSelections).where(eq(openSelections.recordId, recordId));
  const taken = await tx.$count(selections, and(eq(selections.recordId, recordId), eq(selections.num, open.num)));
  const num = taken > 0 ? (await lastNumber(tx, recordId)) + 1 : open.num;
  const said = { exercise: texts.exercise ?? open.exercise, comment: texts.comment ?? open.comment };
  const [row] = await tx
    .insert(selections)
    .values({ recordId, num, t0, t1: Math.max(t, t0 + shortest), ...said })
    .returning();
  if (row === undefined) throw new Error('the selection was not kept');
  return present(row);
}

async function lastNumber(tx: Queryable, recordId: number): Promise<number> {
  const [last] = await tx
    .select({ num: max(selections.num) })
    .from(selections)
    .where(eq(selections.recordId, recordId));
  return last?.num ?? 0;
}
