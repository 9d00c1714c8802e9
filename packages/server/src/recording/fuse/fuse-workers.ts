import { setTimeout as sleep } from 'node:timers/promises';
import { type Refusal, refuse } from '@sillage/contract';
import { Threads } from '../../platform/threads/index.ts';
import type {
  Correlated,
  CorrelatedFilm,
  CorrelateFilmTask,
  CorrelateTask,
  ReadClockTask,
  WriteTask,
} from './fuse-task.ts';

/** Comparing takes transforms of 2²⁰ numbers, writing a chunk of each module. */
const maxOldGenerationSizeMb = 384;
/** Comparisons that wait for the thread; whoever comes then is told to come again. */
const mostWaiting = 32;
/** s */
const retrySeconds = 10;
/**
 * ms that one question may take, waiting included. That of a task waits behind those of people, of which the last one ends after
 * as long as one may take.
 */
const [patienceMs, patienceOfTasksMs] = [120_000, 360_000];
/** ms after which a task looks again whether its question has a place. */
const lookAgainMs = 250;

export interface FuseQuestions {
  correlate(task: CorrelateTask, signal?: AbortSignal): Promise<Correlated | undefined | Refusal>;
  readClock(task: ReadClockTask, signal?: AbortSignal): Promise<number | undefined | Refusal>;
}

/** Where films lie beside records. */
export interface FilmQuestions {
  correlateFilm(task: CorrelateFilmTask, signal?: AbortSignal): Promise<CorrelatedFilm | undefined | Refusal>;
}

export interface FuseWorkers extends FuseQuestions, FilmQuestions {
  /** Of a task, which waits for its turn where people are told to come again. */
  readonly ofTasks: FuseQuestions;
  write(task: WriteTask, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A thread for each kind of question, and one for what is written, which may take minutes; they go when nothing is asked of them. */
export function createFuseWorkers(): FuseWorkers {
  const filename = new URL('./fuse-worker.ts', import.meta.url).href;
  const resourceLimits = { maxOldGenerationSizeMb };
  const common = { filename, minThreads: 0, maxThreads: 1, idleTimeout: 10_000, resourceLimits };
  const comparing = new Threads<CorrelateTask, Correlated | undefined>({ ...common, maxQueue: mostWaiting });
  const films = new Threads<CorrelateFilmTask, CorrelatedFilm | undefined>({ ...common, maxQueue: mostWaiting });
  const reading = new Threads<ReadClockTask, number | undefined>({ ...common, maxQueue: mostWaiting });
  const writing = new Threads<WriteTask, void>(common);
  const questions = (whose: Whose): FuseQuestions => ({
    correlate: (task, signal) => answerInTime(comparing, task, { name: 'correlateParts', whose, signal }),
    readClock: (task, signal) => answerInTime(reading, task, { name: 'readClock', whose, signal }),
  });
  return {
    ...questions('person'),
    correlateFilm: (task, signal) => answerInTime(films, task, { name: 'correlateFilm', whose: 'person', signal }),
    ofTasks: questions('task'),
    write: (task, signal) => writing.run(task, { name: 'writeFusion', signal }),
    close: async () => {
      await Promise.all([comparing, films, reading, writing].map((pool) => pool.destroy()));
    },
  };
}

type Whose = 'person' | 'task';

async function answerInTime<T, R>(
  pool: Threads<T, R>,
  task: T,
  { name, whose, signal }: { readonly name: string; readonly whose: Whose; readonly signal: AbortSignal | undefined },
): Promise<R | Refusal> {
  const isFull = () => pool.queueSize >= mostWaiting;
  if (whose === 'person' && isFull()) return refuse('request.tooMany', { seconds: retrySeconds });
  const patience = AbortSignal.timeout(whose === 'person' ? patienceMs : patienceOfTasksMs);
  const ended = signal ? AbortSignal.any([signal, patience]) : patience;
  try {
    while (isFull()) await sleep(lookAgainMs, undefined, { signal: ended });
    return await pool.run(task, { name, signal: ended });
  } catch (error) {
    if (patience.aborted && !signal?.aborted) return refuse('record.fuseTooSlow');
    throw error;
  }
}
