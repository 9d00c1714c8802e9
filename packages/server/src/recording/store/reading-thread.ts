import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { z } from 'zod';
import { createSignalStore } from './create-signal-store.ts';
import type { CurvesTask, ReadingTask } from './reading-task.ts';
import type { CurvePoints } from './store.ts';

// Entry of a thread that reads: piscina calls these by name.

const { cacheBytes } = z.object({ cacheBytes: z.number() }).parse(workerData);
const store = createSignalStore({ cacheBytes });

/** Given to the other thread, not copied. */
class MovedCurves {
  readonly #curves: readonly CurvePoints[];

  constructor(curves: readonly CurvePoints[]) {
    this.#curves = curves;
  }

  get [transferableSymbol]() {
    return this.#curves.flatMap(({ timesSeconds, values }) => [timesSeconds.buffer, values.buffer]);
  }

  get [valueSymbol]() {
    return this.#curves;
  }
}

export async function curves(task: CurvesTask): Promise<ReturnType<typeof move>> {
  const { folder, variables, fromSeconds, toSeconds, pixelColumns, edgesSeconds } = task;
  return move(
    new MovedCurves(await store.curves(folder, variables, fromSeconds, toSeconds, pixelColumns, edgesSeconds)),
  );
}

export function statistics({ folder, variables, fromSeconds, toSeconds }: ReadingTask) {
  return store.statistics(folder, variables, fromSeconds, toSeconds);
}

export const forget = (folder: string) => store.forget(folder);
