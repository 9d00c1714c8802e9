import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { OpenRecord } from './keep-records-open.ts';
import type { ReadingTask } from './reading-task.ts';
import type { WindowStatistics } from './store.ts';

/** More would leave each too little memory for what it reads. */
const mostThreads = 2;
/** Of what is done at once in a thread, whose loop they share; and of those that wait for it. */
const [mostAtOnce, mostWaiting] = [64, 256];
/** ms after which a thread ends that nobody asks, and gives its memory back. */
const idleMs = 10 * 60_000;
/** Samples of a module from which a record is long: below it asking a thread takes longer than adding up. */
const longSamples = 1 << 20;

/** Numbers the columns of a record, so that each has its thread, where it is hot. */
function placesOf({ modules }: OpenRecord): Map<string, number> {
  const names = modules.flatMap(({ stored }) => stored.columns.map(({ name }) => `${stored.name}.${name}`));
  return new Map(names.map((name, place) => [name, place]));
}

function startThread(cacheBytes: number): Piscina {
  const pool = new Piscina({
    filename: new URL('./reading-thread.ts', import.meta.url).href,
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: idleMs, atomics: 'disabled' },
    ...{ concurrentTasksPerWorker: mostAtOnce, maxQueue: mostWaiting, recordTiming: false },
    workerData: { cacheBytes },
  });
  // what was asked of it fails where it was asked; one that ends unasked is started anew by who reads next
  pool.on('error', () => {});
  return pool;
}

/** Threads that add up the columns of long records, shared among them. They start when one is first added up. */
export class ReadingThreads {
  readonly #threads: readonly Piscina[];

  /** @param cacheBytes of all of them */
  constructor(cacheBytes: number) {
    const count = Math.min(mostThreads, availableParallelism());
    this.#threads = Array.from({ length: count }, () => startThread(cacheBytes / count));
  }

  /** Whether a record is worth a thread and the threads have places. */
  take(record: OpenRecord): boolean {
    const isLong = record.modules.some(({ samples }) => samples.rows >= longSamples);
    return isLong && this.#threads.every(({ queueSize }) => queueSize < mostWaiting);
  }

  /** In the order asked for; unknown names are left out. */
  async statistics(record: OpenRecord, task: ReadingTask): Promise<WindowStatistics[]> {
    const places = placesOf(record);
    const variablesOf = this.#threads.map((): string[] => []);
    for (const variable of new Set(task.variables)) {
      const place = places.get(variable);
      if (place !== undefined) variablesOf[place % variablesOf.length]?.push(variable);
    }
    const answers: WindowStatistics[][] = await Promise.all(
      this.#threads.map((thread, i) => {
        const variables = variablesOf[i] ?? [];
        return variables.length === 0 ? [] : thread.run({ ...task, variables }, { name: 'statistics' });
      }),
    );
    const found = new Map(answers.flat().map((one) => [one.variable, one]));
    return task.variables.flatMap((variable) => found.get(variable) ?? []);
  }

  async forget(folder: string): Promise<void> {
    const running = this.#threads.filter(({ threads }) => threads.length > 0);
    await Promise.all(running.map((thread) => thread.run(folder, { name: 'forget' })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.destroy()));
  }
}
