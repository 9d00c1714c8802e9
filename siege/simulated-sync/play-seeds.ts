import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RunReport } from './play-run.ts';

export type SeedReport = RunReport & { readonly seed: number };

/** Plays one run for each seed from `from` on, some at a time; with a planted bug until one of them fails. */
export async function playSeeds(
  { from, count, bug }: { readonly from: number; readonly count: number; readonly bug: string | null },
  heard: (report: SeedReport) => void,
): Promise<void> {
  const lanes = Math.max(1, Math.min(bug === null ? availableParallelism() : 1, count));
  const share = Math.ceil(count / lanes);
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const first = from + lane * share;
      return playLane({ from: first, to: Math.min(from + count, first + share), bug }, heard);
    }),
  );
}

function playLane(workerData: object, heard: (report: SeedReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./play-worker.ts', import.meta.url), { workerData });
    worker.on('message', heard);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
