import { SteadySignal } from '@sillage/signal';
import { createSignalStore } from './create-signal-store.ts';
import type { SignalStore } from './store.ts';

/** Signals as a worker thread is told of them. Plain data: it crosses threads. */
export interface SignalsOfThread {
  /** Folder of the signals. */
  readonly folder: string;
  /** One variable, or the axes whose size is read. */
  readonly variables: readonly string[];
}

/** Works with a store of this thread alone, which keeps nothing. */
export async function withStore<T>(work: (store: SignalStore) => Promise<T>): Promise<T> {
  const store = createSignalStore({ cacheBytes: 0 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A variable at a steady rate, or the size of its axes; NaN where it has no value. */
export async function readSteadily(
  store: SignalStore,
  { folder, variables }: SignalsOfThread,
  fromSeconds: number,
  seconds: number,
  rateHz: number,
): Promise<Float64Array> {
  const described = await store.describe(folder);
  const module = described?.modules.find(({ name, columns }) =>
    variables.every((variable) => columns.some((column) => `${name}.${column.name}` === variable)),
  );
  const length = Math.max(1, Math.ceil(seconds * rateHz));
  if (module === undefined) return new Float64Array(length).fill(Number.NaN);
  const signal = new SteadySignal(fromSeconds, length, rateHz, module.rateHz);
  const columns = variables.map((variable) => variable.slice(module.name.length + 1));
  const chunks = store.samples(folder, module.name, columns, fromSeconds, fromSeconds + seconds);
  for await (const { timesSeconds, columns: values } of chunks) {
    for (let row = 0; row < timesSeconds.length; row++) signal.take(timesSeconds[row]!, sizeOf(values, row));
  }
  return signal.values();
}

function sizeOf(values: readonly ArrayLike<number>[], row: number): number {
  if (values.length === 1) return values[0]![row]!;
  let squares = 0;
  for (const column of values) squares += column[row]! * column[row]!;
  return Math.sqrt(squares);
}
