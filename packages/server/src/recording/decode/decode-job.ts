import { join } from 'node:path';
import { isRefusal, refuse, type Translated } from '@sillage/contract';
import { isFilmFormat, isProblem } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, tables } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { codeOf, type DataFolder, type Files, stored } from '../../platform/files/index.ts';
import { type Job, type JobContext, TaskCancelled, TaskInVain, TaskRefused } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { decodeJobName, type Life } from '../life/index.ts';
import type { SignalStore } from '../store/index.ts';
import { beginsDecoding, endedDecoding, failedDecoding, moreFindings, problemSentence } from './decode-sentences.ts';
import type { Decoded, DecodeOutcome, DecodeProblem, DecodeTask } from './decode-task.ts';
import { createDecodeWorkers, type DecodeWorkers } from './decode-workers.ts';
import { keepOneRun } from './keep-one-run.ts';
import { type AddedStep, readSteps } from './read-steps.ts';
import { reserveRoom } from './reserve-room.ts';
import { type Saved, saveFailure } from './save-decoded.ts';
import { saveWithSignals } from './save-with-signals.ts';

const { records } = tables;
type RecordRow = typeof records.$inferSelect;
/** With the steps that are on. */
type SteppedRecord = RecordRow & { readonly steps: readonly AddedStep[]; readonly sports: readonly string[] };

export interface DecodeDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly store: Pick<SignalStore, 'forget'>;
  readonly life: Life;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly log: Log;
  /** Threads of somebody else, who closes them; its own otherwise. */
  readonly workers?: DecodeWorkers;
}

/** What was decoded, and what became of it on the record's row. */
type Ended =
  | { readonly outcome: DecodeProblem; readonly saved?: undefined }
  | { readonly outcome: Decoded; readonly saved: Saved };

/** Of one decoding, in its journal; the record has them all. */
const toldFindings = 20;
/** ms between two looks at how far a thread is. */
const tellEveryMs = 100;
/** Times that the program may end while it decodes a record: then the record probably ends it. */
const maxInterruptions = 2;

const Args = z.object({ recordId: z.int().positive() });
type Args = z.infer<typeof Args>;

/**
 * The job that makes a record readable from its journal or its uploaded file, in a worker thread that is kept warm.
 * Running it again replaces the signals as a whole; until then, and when it fails, the earlier ones stay readable.
 */
export function decodeJob(dependencies: DecodeDependencies): Job<Args> & { close(): Promise<void> } {
  const { database, life, disk, log } = dependencies;
  const { files, working } = dependencies.folder;
  const workers = dependencies.workers ?? createDecodeWorkers();
  const runs = keepOneRun();

  async function load(recordId: number): Promise<RecordRow | undefined> {
    return (await database.db.select().from(records).where(eq(records.id, recordId)))[0];
  }

  /** Once it is being decoded: who changes it or its steps from now on asks for another decoding. */
  async function loadStepped(recordId: number): Promise<SteppedRecord | undefined> {
    const record = await load(recordId);
    if (record === undefined) return undefined;
    const steps = await readSteps(database.db, recordId);
    const sports =
      record.sportId === null
        ? []
        : await database.db
            .select({ name: tables.sports.name })
            .from(tables.sports)
            .where(eq(tables.sports.id, record.sportId));
    return { ...record, steps: steps.filter(({ isOn }) => isOn), sports: sports.map(({ name }) => name) };
  }

  /** Signals come to their place as a whole with the record's row, once the thread has looked at them. */
  async function decodeInFolder(
    record: SteppedRecord,
    work: string,
    { progress }: Pick<JobContext, 'progress'>,
    signal: AbortSignal,
  ): Promise<Ended> {
    const task = await taskOf(record, files, work);
    const room = await inThread(async () => reserveRoom(disk, await workers.bound(task, { signal })));
    if (isRefusal(room)) throw new TaskRefused(room);
    const share = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const tell = () =>
      progress(Atomics.load(share, 0) / 1000).catch((error: unknown) =>
        log.debug({ recordId: record.id, error: String(error) }, 'how far a decoding is could not be told'),
      );
    const timer = setInterval(tell, tellEveryMs).unref();
    try {
      const { sports, ...measured } = task;
      const told = { landed: room.landed, progress: share };
      const decoding = { ...measured, ...told, ...(room.derives && sports && { sports }) };
      const outcome = await inThread(() => decodeInTime(workers, decoding, signal));
      if (isProblem(outcome)) return { outcome };
      return { outcome, saved: await saveWithSignals({ ...dependencies, files }, record, outcome, task.folder) };
    } finally {
      clearInterval(timer);
      room.release();
    }
  }

  async function tellOutcome(
    record: SteppedRecord,
    { outcome, saved }: Ended,
    message: JobContext['message'],
  ): Promise<void> {
    // Ends the task, which says why, and the record with it: see `failed`.
    if (isProblem(outcome)) throw new TaskInVain(problemSentence(outcome));
    if (saved === 'deleted') {
      log.info({ recordId: record.id }, 'a record was deleted while it was decoded');
      return;
    }
    // The device came back meanwhile: what was decoded is not the whole record, which is decoded again when it ends.
    if (saved === 'reopened') return;
    for (const { type, msg } of outcome.findings.slice(0, toldFindings)) await message(type, msg);
    const more = outcome.findings.length - toldFindings;
    if (more > 0) await message('WARN', moreFindings(more));
    await message('SUCCESS', endedDecoding(outcome));
  }

  return {
    name: decodeJobName,
    args: Args,
    displayName: { fr: 'Décodage', en: 'Decoding' },
    async run({ recordId }, context) {
      const { signal, message, interruptions } = context;
      if (interruptions >= maxInterruptions) throw new TaskRefused(refuse('record.decodeParked'));
      await runs.only(recordId, signal, async (alone) => {
        // While its blocks come only its end decides what follows.
        if (!(await life.move(database.db, { id: recordId }, 'decoding'))) {
          const state = (await load(recordId))?.decodeState;
          if (state !== undefined) log.warn({ recordId, state }, 'a record that is not complete was not decoded');
          return;
        }
        const record = await loadStepped(recordId);
        if (!record) return;
        await message('INFO', beginsDecoding(record.basename));
        const ended = await working.withFolder(`decode-${context.taskId}-${record.uid}`, (work) =>
          decodeInFolder(record, work, context, alone),
        );
        await tellOutcome(record, ended, message);
      });
    },
    async failed({ recordId }, error) {
      await saveFailure({ life, files }, recordId, sentenceOf(error));
    },
    close: async () => {
      if (dependencies.workers === undefined) await workers.close();
    },
  };
}

/** ms; a film of 2 GB is read from end to end in less. */
const filmPatienceMs = 120_000;

/** Where a film keeps its reader longer than any does, its thread is ended. */
async function decodeInTime(
  workers: Pick<DecodeWorkers, 'decode'>,
  task: DecodeTask,
  signal: AbortSignal,
): Promise<DecodeOutcome> {
  if (!isFilmFormat(task.source)) return workers.decode(task, { signal });
  const patience = AbortSignal.timeout(filmPatienceMs);
  try {
    return await workers.decode(task, { signal: AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (patience.aborted && !signal.aborted) return { problem: 'damagedFilm', reason: 'endless' };
    throw error;
  }
}

/** A thread's memory is bounded: another attempt would end the same way. */
async function inThread<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new TaskRefused(refuse('record.tooLargeToDecode'));
    throw error;
  }
}

/** Whoever cancelled knows why: earlier signals then need no word. */
function sentenceOf(error: unknown): Translated | 'cancelled' {
  if (error instanceof TaskCancelled) return 'cancelled';
  if (error instanceof TaskInVain) return error.sentence;
  return error instanceof TaskRefused ? error.refusal.body().message : failedDecoding;
}

async function taskOf(record: SteppedRecord, files: Files, work: string): Promise<DecodeTask> {
  const { source } = record;
  if (source === 'seance') throw new Error('a session has nothing to decode');
  return {
    source,
    path: await files.localPath(stored.source(record)),
    startUs: record.startUs,
    rateHz: record.csvRate ?? undefined,
    mapping: record.csvMapping ?? undefined,
    metaProblem: record.metaProblem ?? undefined,
    timezone: record.timezone,
    steps: record.steps.map(({ step }) => step),
    sports: record.sports,
    folder: join(work, 'decoded'),
    work,
  };
}
