import { workerData } from 'piscina';
import { z } from 'zod';
import { createSignalStore } from './create-signal-store.ts';
import type { ReadingTask } from './reading-task.ts';

// Entry of a thread that adds up statistics: piscina calls these by name.

const { cacheBytes } = z.object({ cacheBytes: z.number() }).parse(workerData);
const store = createSignalStore({ cacheBytes });

export function statistics({ folder, variables, fromSeconds, toSeconds }: ReadingTask) {
  return store.statistics(folder, variables, fromSeconds, toSeconds);
}

export const forget = (folder: string) => store.forget(folder);
