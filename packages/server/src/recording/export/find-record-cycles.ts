import { isMovement, lookRank } from '@sillage/domain';
import { type Cycle, findPeriod, findRises, usualCycles } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { ExportDependencies, ExportModule, ExportSource, RecordCycles } from './export-source.ts';
import { inTurns } from './process-samples.ts';

/** Hz at which cycles are looked for, and samples at most: 10 h are looked through at 11 Hz. */
const [lookHz, mostSamples] = [50, 400_000];
/** Variables and windows of the signal that are tried, and s of each. */
const [mostVariables, windows, windowSeconds] = [24, 3, 20];
/** A module of a lower rate follows no movement. */
const leastHz = 8;
/** Of a variable with itself a cycle later: below it, nothing repeats. */
const leastClarity = 0.5;
/** By how much another variable has to be clearer than one that is looked at before it. */
const clearer = 0.01;

interface Variable {
  readonly name: string;
  readonly module: ExportModule;
  readonly column: string;
}

/** A variable that repeats itself. */
interface Movement {
  readonly variable: Variable;
  readonly clarity: number;
  readonly periodSeconds: number;
}

/**
 * Finds the cycles of one stretch after the other, in the variable that repeats itself most clearly; of equally clear ones
 * the one that is looked at first. Undefined where none does. Those of the stretch that was asked for last are held, of the
 * others they are made again when they are asked for: of many records the cycles of one are in memory.
 */
export function createCycleSearch(dependencies: ExportDependencies) {
  let held: { readonly part: ExportSource; readonly found: Promise<FoundCycles> } | undefined;
  return async (part: ExportSource): Promise<RecordCycles | undefined> => {
    const movement = await findMovement(dependencies, part);
    if (movement === undefined) return undefined;
    const find = () => {
      if (held?.part !== part) held = { part, found: cyclesOf(dependencies, part, movement) };
      return held.found;
    };
    const { cycles, discarded } = await find();
    if (cycles.length === 0) return undefined;
    return {
      variable: movement.variable.name,
      count: cycles.length,
      seconds: cycles.reduce((sum, { fromSeconds, toSeconds }) => sum + toSeconds - fromSeconds, 0),
      discarded,
      find: async () => (await find()).cycles,
    };
  };
}

function boundsOf({ record, fromSeconds, toSeconds }: ExportSource): readonly [number, number] {
  return [Math.max(0, fromSeconds), Math.min(record.durationSeconds, toSeconds)];
}

async function findMovement(dependencies: ExportDependencies, part: ExportSource): Promise<Movement | undefined> {
  const [from, to] = boundsOf(part);
  let best: Movement | undefined;
  for (const variable of candidates(part)) {
    for (let i = 0; i < windows; i++) {
      const middle = from + ((to - from) * (i + 0.5)) / windows;
      const [start, end] = [Math.max(from, middle - windowSeconds / 2), Math.min(to, middle + windowSeconds / 2)];
      const seen = await lookAt(dependencies, part, variable, start, end);
      const period = findPeriod(seen.values, seen.rateHz);
      if (period && period.clarity > (best ? best.clarity + clearer : leastClarity)) {
        best = { variable, clarity: period.clarity, periodSeconds: period.seconds };
      }
    }
  }
  return best;
}

interface FoundCycles {
  readonly cycles: readonly Cycle[];
  readonly discarded: number;
}

async function cyclesOf(
  dependencies: ExportDependencies,
  part: ExportSource,
  { variable, periodSeconds }: Movement,
): Promise<FoundCycles> {
  const [from, to] = boundsOf(part);
  const { values, rateHz } = await lookAt(dependencies, part, variable, from, to);
  const rises = await worked(findRises(values, rateHz, periodSeconds), part.signal);
  return worked(usualCycles(rises.map((at) => from + at / rateHz)), part.signal);
}

/** What comes of work in short steps, between which everybody else is served. Ends with the signal. */
async function worked<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  const pause = shareLoop();
  for (;;) {
    await pause();
    signal.throwIfAborted();
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Variables that may move with a cycle, those first that are looked at first. */
function candidates({ recorded }: ExportSource): Variable[] {
  return recorded
    .filter(({ rateHz }) => rateHz >= leastHz)
    .flatMap((module) =>
      module.columns.map(({ name: column }): Variable => ({ name: `${module.name}.${column}`, module, column })),
    )
    .filter(({ name }) => isMovement(name))
    .sort((a, b) => lookRank('trace', a.name) - lookRank('trace', b.name))
    .slice(0, mostVariables);
}

/** A variable at a steady rate: the mean of its samples around each moment, NaN where there are none. */
async function lookAt(
  { store, folder }: ExportDependencies,
  { record, signal }: ExportSource,
  { module, column }: Variable,
  fromSeconds: number,
  toSeconds: number,
): Promise<{ values: Float64Array; rateHz: number }> {
  const seconds = Math.max(0, toSeconds - fromSeconds);
  const rateHz = Math.min(lookHz, module.rateHz, mostSamples / Math.max(1, seconds));
  const sums = new Float64Array(Math.ceil(seconds * rateHz) + 1);
  const counts = new Float64Array(sums.length);
  const signals = await folder.files.localPath(stored.signals(record.uid));
  const chunks = store.samples(signals, module.name, [column], fromSeconds, toSeconds);
  async function* read() {
    for await (const { timesSeconds, columns } of chunks) yield { timesSeconds, values: columns };
  }
  for await (const { timesSeconds, values } of inTurns(read(), signal)) {
    for (let row = 0; row < timesSeconds.length; row++) {
      const value = values[0]![row]!;
      if (Number.isNaN(value)) continue;
      const at = Math.round((timesSeconds[row]! - fromSeconds) * rateHz);
      sums[at] = sums[at]! + value;
      counts[at] = counts[at]! + 1;
    }
  }
  return { values: sums.map((sum, i) => sum / counts[i]!), rateHz };
}
