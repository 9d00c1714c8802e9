import {
  isRefusal,
  type LiveSelection,
  type Refusal,
  refuse,
  type SelectionTexts,
  type StepTimes,
} from '@sillage/contract';
import { stretchInOriginal, untouched } from '@sillage/domain';
import { and, eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { numbersOfNew } from './number-selections.ts';

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
  return held(db, recordId, async (tx, { open, isRunning }) => {
    if (open !== undefined) return refuse('device.selectionOpen');
    if (!isRunning) return refuse('device.notRecording');
    const selection = await openAt(tx, recordId, t, texts);
    return isRefusal(selection) ? selection : { selection, ended: null };
  });
}

/** Ends the open selection at `t`, s of the record. Refused when none is open. */
export function end(db: Db, recordId: number, t: number, texts: SelectionTexts): Promise<Pressed | Refusal> {
  return held(db, recordId, async (tx, { open }) => {
    if (open === undefined) return refuse('device.noSelectionOpen');
    const selection = await close(tx, open, t, texts);
    return isRefusal(selection) ? selection : { selection, ended: null };
  });
}

/** Ends the open selection, if there is one, and begins the next one at the same moment. */
export function mark(db: Db, recordId: number, t: number, texts: SelectionTexts): Promise<Pressed | Refusal> {
  return held(db, recordId, async (tx, { open, isRunning }) => {
    if (!isRunning) return refuse('device.notRecording');
    const ended = open === undefined ? null : await close(tx, open, t, {});
    if (isRefusal(ended)) return ended;
    // What a lap is about holds for the next one, too, unless it is said otherwise.
    const exercise = texts.exercise ?? open?.exercise ?? '';
    const selection = await openAt(tx, recordId, ended?.t1 ?? t, { ...texts, exercise });
    return isRefusal(selection) ? selection : { selection, ended };
  });
}

/**
 * Adds a whole selection under the next number. Refused where the record is gone.
 * @param bounds s of the record as it is now: what is cropped before it moves them
 */
export function addSelection(
  db: Db,
  recordId: number,
  bounds: { readonly t0: number; readonly t1: number },
): Promise<LiveSelection | Refusal> {
  return held(db, recordId, async (tx, { open, times }) => {
    const num = await nextNumber(tx, recordId, open?.num);
    if (isRefusal(num)) return num;
    const kept = { recordId, num, ...stretchInOriginal(times, bounds) };
    const [row] = await tx.insert(selections).values(kept).returning();
    return row === undefined ? refuse('device.notRecording') : { ...present(row), ...bounds };
  });
}

/**
 * The record has ended, and is so long: a selection that is open ends with it. One that begins later than that is dropped.
 * @param seconds of the original; undefined where it has no samples
 */
export async function endWithRecord(tx: Queryable, recordId: number, seconds: number | undefined): Promise<void> {
  const [open] = await tx.select().from(openSelections).where(eq(openSelections.recordId, recordId)).for('update');
  if (open === undefined) return;
  const isEnded = seconds !== undefined && seconds > open.t0 && !isRefusal(await close(tx, open, seconds, {}));
  if (!isEnded) await tx.delete(openSelections).where(eq(openSelections.recordId, recordId));
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

interface HeldRecord {
  readonly open: Open | undefined;
  readonly isRunning: boolean;
  /** From the original to the record as it is now. */
  readonly times: StepTimes;
}

/**
 * Whoever adds a selection to the record meanwhile waits: each gets a number of its own. Of a record that
 * has ended, `isRunning` is false: nobody would end what is opened then.
 */
function held<T>(
  db: Db,
  recordId: number,
  work: (tx: Queryable, held: HeldRecord) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return db.transaction(async (tx) => {
    const among = eq(records.id, recordId);
    const columns = { state: records.decodeState, applied: records.appliedSteps };
    const [record] = await tx.select(columns).from(records).where(among).for('no key update');
    if (record === undefined) return refuse('device.notRecording');
    const [open] = await tx.select().from(openSelections).where(eq(openSelections.recordId, recordId));
    const times = record.applied?.times ?? untouched.times;
    return work(tx, { open, isRunning: record.state === 'recording', times });
  });
}

async function openAt(
  tx: Queryable,
  recordId: number,
  t: number,
  texts: SelectionTexts,
): Promise<LiveSelection | Refusal> {
  const num = await nextNumber(tx, recordId);
  if (isRefusal(num)) return num;
  const [row] = await tx
    .insert(openSelections)
    .values({ recordId, num, t0: Math.max(0, t), exercise: texts.exercise ?? '', comment: texts.comment ?? '' })
    .returning();
  if (row === undefined) throw new Error('the selection was not kept');
  return presentOpen(row);
}

async function close(tx: Queryable, open: Open, t: number, texts: SelectionTexts): Promise<LiveSelection | Refusal> {
  const { recordId, t0 } = open;
  const taken = await tx.$count(selections, and(eq(selections.recordId, recordId), eq(selections.num, open.num)));
  const num = taken > 0 ? await nextNumber(tx, recordId) : open.num;
  if (isRefusal(num)) return num;
  await tx.delete(openSelections).where(eq(openSelections.recordId, recordId));
  const said = { exercise: texts.exercise ?? open.exercise, comment: texts.comment ?? open.comment };
  const [row] = await tx
    .insert(selections)
    .values({ recordId, num, t0, t1: Math.max(t, t0 + shortest), ...said })
    .returning();
  if (row === undefined) throw new Error('the selection was not kept');
  return present(row);
}

/** As any other new selection of the record gets. @param used by the open one, which keeps it */
async function nextNumber(tx: Queryable, recordId: number, used?: number): Promise<number | Refusal> {
  const numbers = await numbersOfNew(tx, recordId, used === undefined ? [{}] : [{ num: used }, {}]);
  if (isRefusal(numbers)) return numbers;
  const [num] = numbers;
  if (num === undefined) throw new Error('a selection got no number');
  return num;
}
