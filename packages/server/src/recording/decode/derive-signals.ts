import { type Derivation, derivationsFor } from '@sillage/analysis';
import { spelledAs } from '@sillage/domain';
import {
  createSignalStore,
  type SampleChunk,
  type SignalStore,
  type SignalWriter,
  type StoredModule,
} from '../store/index.ts';
import { derivedBound, derivedType } from './decode-task.ts';

/** Samples that are computed at once, without those beside them: 22 min at 100 Hz. */
const pieceSamples = 131_072;
/** Samples that are read for a piece at most; where more lie so close, nothing is computed. */
const mostRead = 4 * pieceSamples;

/** What would be computed of a record's variables. */
export function derivationsOf(units: Readonly<Record<string, string>>, sports: readonly string[]): Derivation[] {
  const names = Object.keys(units);
  const modules = new Set(names.map((name) => name.slice(0, name.indexOf('.'))));
  const found = derivationsFor({
    units,
    sports: sports.map((sport) => sport.toLowerCase()),
    isMeasured: (name) => spelledAs(name, names).length > 0,
  });
  // A module that a device called so is its own.
  return found.filter(({ module }) => !modules.has(module)).slice(0, derivedBound.modules);
}

/**
 * Computes what the variables of a record allow, a piece at a time, and writes it as modules of their own.
 * @param folder of the samples, which are all there
 * @returns the modules that were written
 */
export async function deriveSignals(
  folder: string,
  measured: readonly StoredModule[],
  sports: readonly string[],
  writer: Pick<SignalWriter, 'module'>,
): Promise<StoredModule[]> {
  const units = Object.fromEntries(
    measured.flatMap(({ name, columns }) => columns.map((column) => [`${name}.${column.name}`, column.unit])),
  );
  const derivations = derivationsOf(units, sports);
  if (derivations.length === 0) return [];
  const store = createSignalStore({ cacheBytes: 0 });
  const written: StoredModule[] = [];
  try {
    const described = await store.describe(folder);
    for (const derivation of derivations) {
      const clock = described?.modules.find(({ name }) => name === moduleOf(derivation.inputs[0]));
      const seconds = described?.durationSeconds ?? 0;
      const rate = seconds > 0 ? (clock?.samples ?? 0) / seconds : 0;
      if (clock === undefined || rate < derivation.leastHz) continue;
      const module: StoredModule = {
        ...{ name: derivation.module, type: derivedType, rateHz: clock.rateHz },
        columns: derivation.columns.map((column) => ({ ...column, type: 'f32' as const })),
      };
      await writePieces(store, folder, derivation, writer.module(module));
      written.push(module);
    }
    return written;
  } finally {
    await store.close();
  }
}

const moduleOf = (variable = '') => variable.slice(0, variable.indexOf('.'));
const columnOf = (variable: string) => variable.slice(variable.indexOf('.') + 1);

async function writePieces(
  store: Pick<SignalStore, 'samples'>,
  folder: string,
  derivation: Derivation,
  into: ReturnType<SignalWriter['module']>,
): Promise<void> {
  const clock = moduleOf(derivation.inputs[0]);
  const edges = await pieceEdges(store, folder, clock);
  for (let i = 0; i + 1 < edges.length; i++) {
    const [from, to] = [edges[i]!, edges[i + 1]!];
    const { marginSeconds } = derivation;
    const given = await readInputs(store, folder, derivation, from - marginSeconds, to + marginSeconds);
    const times = given?.[0]?.timesSeconds;
    const isLast = i + 2 === edges.length;
    if (given === undefined || times === undefined) {
      await writeNothing(store, folder, clock, { from, to, isLast }, derivation.columns.length, into);
      continue;
    }
    const values = derivation.compute(given);
    const [start, end] = [placeFrom(times, from), isLast ? times.length : placeFrom(times, to)];
    await into.append({
      timesSeconds: times.slice(start, end),
      columns: values.map((column) => Float32Array.from(column.subarray(start, end))),
    });
  }
}

/** s; where pieces of a module begin, and beyond its last sample. Samples of one time are of one piece. */
async function pieceEdges(store: Pick<SignalStore, 'samples'>, folder: string, module: string): Promise<number[]> {
  const edges: number[] = [];
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for await (const { timesSeconds } of store.samples(folder, module, [], ...everything)) {
    for (const t of timesSeconds) {
      if (edges.length === 0 || (count >= pieceSamples && t > last)) {
        edges.push(t);
        count = 0;
      }
      count++;
      last = t;
    }
  }
  return edges.length === 0 ? [] : [...edges, last];
}
const everything = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Inputs around a piece, those of one module on one clock; undefined where they are more than may be read. */
async function readInputs(
  store: Pick<SignalStore, 'samples'>,
  folder: string,
  { inputs }: Derivation,
  from: number,
  to: number,
) {
  const read = new Map<string, { readonly timesSeconds: Float64Array; readonly values: Float64Array }>();
  for (const module of new Set(inputs.map(moduleOf))) {
    const own = inputs.filter((input) => moduleOf(input) === module);
    const chunks: SampleChunk[] = [];
    let samples = 0;
    for await (const chunk of store.samples(folder, module, own.map(columnOf), from, to)) {
      samples += chunk.timesSeconds.length;
      if (samples > mostRead) return undefined;
      chunks.push(chunk);
    }
    const timesSeconds = joined(chunks, samples, (chunk) => chunk.timesSeconds);
    own.forEach((input, i) => {
      read.set(input, { timesSeconds, values: joined(chunks, samples, ({ columns }) => columns[i] ?? []) });
    });
  }
  return inputs.map((name) => {
    const column = read.get(name);
    if (column === undefined) throw new Error(`${name} was not read`);
    return { name, ...column };
  });
}

function joined(chunks: readonly SampleChunk[], samples: number, of: (chunk: SampleChunk) => ArrayLike<number>) {
  const into = new Float64Array(samples);
  let at = 0;
  for (const chunk of chunks) {
    const values = of(chunk);
    into.set(values, at);
    at += values.length;
  }
  return into;
}

/** A piece of whose samples too many lie too close: they have no values. */
async function writeNothing(
  store: Pick<SignalStore, 'samples'>,
  folder: string,
  clock: string,
  { from, to, isLast }: { readonly from: number; readonly to: number; readonly isLast: boolean },
  columns: number,
  into: ReturnType<SignalWriter['module']>,
): Promise<void> {
  for await (const { timesSeconds } of store.samples(folder, clock, [], from, to)) {
    const end = isLast ? timesSeconds.length : placeFrom(timesSeconds, to);
    const none = () => new Float32Array(end).fill(Number.NaN);
    await into.append({ timesSeconds: timesSeconds.slice(0, end), columns: Array.from({ length: columns }, none) });
  }
}

/** The first sample at or after a time. */
function placeFrom(times: Float64Array, seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
