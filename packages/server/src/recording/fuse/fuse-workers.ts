import { type Refusal, refuse } from '@sillage/contract';
import { Piscina } from 'piscina';
import type { Correlated, CorrelateTask, ReadClockTask, WriteTask } from './fuse-task.ts';

/** Comparing takes transforms of 2²⁰ numbers, writing a chunk of each module. */
const maxOldGenerationSizeMb = 384;
/** Comparisons that wait for the thread; whoever comes then is told to come again. */
const mostWaiting = 32;
/** s */
const retrySeconds = 10;
/** ms that one question may take, waiting included. */
const patienceMs = 120_000;

export interface FuseWorkers {
  correlate(task: CorrelateTask, signal?: AbortSignal): Promise<Correlated | undefined | Refusal>;
  readClock(task: ReadClockTask, signal?: AbortSignal): Promise<number | undefined | Refusal>;
  write(task: WriteTask, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A thread for questions, and one for what is written, which may take minutes; both go when nothing is asked of them. */
export function createFuseWorkers(): FuseWorkers {
  const filename = new URL('./fuse-worker.ts', import.meta.url).href;
  const resourceLimits = { maxOldGenerationSizeMb };
  const common = { filename, minThreads: 0, maxThreads: 1, idleTimeout: 10_000, resourceLimits };
  const comparing = new Piscina<CorrelateTask, Correlated | undefined>({ ...common, maxQueue: mostWaiting });
  const reading = new Piscina<ReadClockTask, number | undefined>({ ...common, maxQueue: mostWaiting });
  const writing = new Piscina<WriteTask, void>(common);
  return {
    correlate: (task, signal) => answerInTime(comparing, task, 'correlateParts', signal),
    readClock: (task, signal) => answerInTime(reading, task, 'readClock', signal),
    write: (task, signal) => writing.run(task, { name: 'writeFusion', signal }),
    close: async () => {
      await Promise.all([comparing, reading, writing].map((pool) => pool.destroy()));
    },
  };
}

async function answerInTime<T, R>(
  pool: Piscina<T, R>,
  task: T,
  name: string,
  signal: AbortSignal | undefined,
): Promise<R | Refusal> {
  if (pool.queueSize >= mostWaiting) return refuse('request.tooMany', { seconds: retrySeconds });
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await pool.run(task, { name, signal: signal ? AbortSignal.any([signal, patience]) : patience });
  } catch (error) {
    if (patience.aborted && !signal?.aborted) return refuse('record.fuseTooSlow');
    throw error;
  }
}
