import { isDeepStrictEqual } from 'node:util';
import { isRefusal, type KeptStep, limits, type RecordStep, type Refusal, refuse } from '@sillage/contract';
import { isInWork, keepsDates, keepsSomething, stepsTogether } from '@sillage/domain';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { nameOfPerson } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type AddedStep, readSteps } from '../decode/index.ts';
import { decodeJobName } from '../life/index.ts';
import {
  findRecord,
  holdRecord,
  isAwaited,
  isFilm,
  type RecordDependencies,
  type RecordRow,
} from '../records/index.ts';
import { presentStep } from './present-history.ts';
import { sayAgain } from './say-again.ts';

const { recordSteps, tasks } = tables;

export type StepDependencies = Pick<RecordDependencies, 'database' | 'folder' | 'life' | 'clock' | 'log'>;
/** Who asks, and in which browser. */
export type Asker = Viewer & { readonly frontUid?: string | undefined };

/** A record that is held, with its steps, in a transaction. */
export interface HeldRecord {
  readonly tx: Queryable;
  readonly record: RecordRow;
  readonly steps: readonly AddedStep[];
  readonly userName: string;
  readonly now: Date;
}

/** The task that decodes a record with its steps as they are now, and the step that was changed. */
export interface ChangedSteps {
  readonly step: RecordStep | undefined;
  /** Undefined where nothing changed, and nothing is to be decoded. */
  readonly taskId: number | undefined;
}

/** Of what did change something. */
export function taskOf({ taskId }: ChangedSteps): number {
  if (taskId === undefined) throw new Error('steps were changed, and nothing decodes them');
  return taskId;
}

/**
 * Changes the steps of a record and queues its decoding, both or neither. It stays readable as it was meanwhile.
 * @param change answers the id of the step that it changed, if it is one
 */
export async function changeSteps(
  { database, folder, life, clock, log }: StepDependencies,
  asker: Asker,
  recordId: number,
  change: (held: HeldRecord) => Promise<number | undefined | Refusal>,
): Promise<ChangedSteps | Refusal> {
  const seen = await findRecord(database.db, asker, recordId);
  if (isRefusal(seen)) return seen;
  if (seen.source === 'seance') return refuse('record.isSession');
  if (seen.originalPurged !== null) return refuse('record.originalPurged');
  if (isFilm(seen)) return refuse('record.isVideo');
  if (!isAwaited(seen) && !(await folder.files.has(stored.source(seen)))) return refuse('record.noSource');
  const userName = await nameOfPerson(database.db, asker.principal.userId);
  const changed = await life
    .inTransaction(async (tx) => {
      const record = await holdRecord(tx, asker, recordId);
      if (isRefusal(record)) return record;
      if (isAwaited(record)) return refuse('record.stillRecording');
      if (record.originalPurged !== null) return refuse('record.originalPurged');
      const steps = await readSteps(tx, recordId);
      const stepId = await change({ tx, record, steps, userName, now: new Date(clock.nowMs()) });
      if (isRefusal(stepId)) return stepId;
      const after = await readSteps(tx, recordId);
      const impossible = whyImpossible(after);
      if (impossible !== undefined) throw new ImpossibleSteps(impossible);
      await sayAgain(tx, record, steps, after);
      const taskId = isSo(record, steps, after)
        ? await decodingOf(tx, record)
        : await queueDecoding(life, tx, record, asker);
      const step = after.find(({ id }) => id === stepId);
      return { step: step && presentStep(step, record.appliedSteps), taskId };
    })
    .catch((error: unknown) => {
      if (error instanceof ImpossibleSteps) return error.refusal;
      throw error;
    });
  if (isRefusal(changed)) return changed;
  const about = { recordId, user: asker.principal.userId, step: changed.step?.kind, on: changed.step?.on };
  log.info(about, 'the steps of a record were changed');
  return changed;
}

/** Undoes the transaction. */
class ImpossibleSteps extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Why steps that are on cannot be on together. */
function whyImpossible(steps: readonly AddedStep[]): Refusal | undefined {
  const { times } = stepsTogether(onOf(steps));
  if (times.jumps.length > limits.clockJumps) {
    return refuse('record.tooManyJumps', { maximum: String(limits.clockJumps) });
  }
  if (!keepsSomething(times)) return refuse('record.cropKeepsNothing');
  return keepsDates(times) ? undefined : refuse('record.stepsLeaveDates');
}

export const onOf = (steps: readonly AddedStep[]): KeptStep[] =>
  steps.filter(({ isOn }) => isOn).map(({ step }) => step);

/** Adds a step that is on, as the last one. */
export async function insertStep(
  { tx, record, steps, userName, now }: HeldRecord,
  { kind, arguments: given }: KeptStep,
): Promise<number | Refusal> {
  if (steps.length >= limits.stepsARecord) {
    return refuse('record.tooManySteps', { maximum: String(limits.stepsARecord) });
  }
  const num = Math.max(0, ...steps.map((step) => step.num)) + 1;
  const [row] = await tx
    .insert(recordSteps)
    .values({ recordId: record.id, num, kind, arguments: given, userName, createdAt: now })
    .returning({ id: recordSteps.id });
  if (row === undefined) throw new Error('the step was not inserted');
  return row.id;
}

/** Which of the record's switches was a step's last. */
export const nthOf = ({ switches }: AddedStep): number => switches.at(-1)?.nth ?? 0;

/**
 * Switches a step; one that is so already stays as it is.
 * @param others steps that were switched before it by the same deed
 */
export async function switchStep(
  { tx, steps, userName, now }: HeldRecord,
  step: AddedStep,
  on: boolean,
  others = 0,
): Promise<number> {
  if (step.isOn !== on) {
    const nth = Math.max(0, ...steps.map(nthOf)) + others + 1;
    const switched = { on, date: now.toISOString(), user_name: userName, nth };
    const switches = [...step.switches, switched].slice(-limits.switchesAStep);
    await tx.update(recordSteps).set({ isOn: on, switches }).where(eq(recordSteps.id, step.id));
  }
  return step.id;
}

/**
 * A decoding that has not begun reads the steps as they are when it does, once whoever holds the record lets go of it; one that
 * runs has read them, and is ended by the one that is queued now.
 */
async function queueDecoding(
  life: StepDependencies['life'],
  tx: Queryable,
  record: RecordRow,
  { frontUid: callerFrontUid, principal }: Asker,
): Promise<number> {
  if (record.decodeState === 'waiting') {
    const waiting = await decodingOf(tx, record);
    if (waiting !== undefined) return waiting;
  }
  const asker = { callerFrontUid, userId: principal.userId };
  const queued = await life.queueDecoding(tx, record, { asker });
  if (queued === undefined) throw new Error('a record that is held was not queued');
  return queued;
}

/** The task that decodes a record, of those that have not ended. */
async function decodingOf(tx: Queryable, { id }: RecordRow): Promise<number | undefined> {
  const isOfIt = sql`${id} = any(${tasks.recordIds})`;
  const [last] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.name, decodeJobName), inArray(tasks.executing, [0, 1, 2]), isOfIt))
    .orderBy(desc(tasks.id))
    .limit(1);
  return last?.id;
}

/** Whether no step changed, and the samples are made with those that are on, or are being made so. */
function isSo({ appliedSteps, decodeState }: RecordRow, before: readonly AddedStep[], after: readonly AddedStep[]) {
  const uidsOn = (steps: readonly AddedStep[]) => steps.filter(({ isOn }) => isOn).map(({ uid }) => uid);
  const on = uidsOn(after);
  if (before.length !== after.length || !isDeepStrictEqual(uidsOn(before), on)) return false;
  return isInWork(decodeState) || isDeepStrictEqual(new Set(appliedSteps?.uids), new Set(on));
}
