import type { KeptStep, StepTimes } from '@sillage/contract';
import {
  beginningAt,
  correctionsOf,
  foldedSeconds,
  keepsTimes,
  type ModuleCorrections,
  placeOf,
  recordTimes,
  stepsTogether,
  unfoldTimes,
} from '@sillage/domain';
import { correct } from '@sillage/signal/calibration';
import type { ModuleWriter, SampleChunk, SignalWriter, StoredModule } from '../store/index.ts';

/** A writer that is told samples as their source has them, and writes what the steps make of them. */
export interface SteppedWriter extends SignalWriter {
  /** Modules of which something is left. */
  readonly kept: ReadonlySet<string>;
  /** s; the last time of the source. */
  readonly originalSeconds: number;
  /** s; the first time of the source where that lies before its zero, else 0. */
  readonly beginsSeconds: number;
  /** A module of what is computed of samples that the steps were applied to. */
  derived(module: StoredModule): ModuleWriter;
  /** Of the jumps that steps take out these, back, are taken out of what the writer is told; said before anything else. */
  unfolded(back: readonly ClockJump[]): void;
}

type ClockJump = Readonly<StepTimes['jumps'][number]>;

/**
 * Puts steps between a source and its signals; without any, samples go through as they are.
 * @param beginsSeconds s; where the record begins without a crop of its beginning
 */
export function applySteps(writer: SignalWriter, steps: readonly KeptStep[], beginsSeconds = 0): SteppedWriter {
  let { times } = beginningAt(stepsTogether(steps), beginsSeconds);
  let back: readonly ClockJump[] = [];
  let moved = keepsTimes(times) ? undefined : recordTimes(times);
  const corrected = correctionsOf(steps);
  const kept = new Set<string>();
  let originalSeconds = 0;
  let earliestSeconds = 0;
  return {
    kept,
    get beginsSeconds() {
      return earliestSeconds;
    },
    get originalSeconds() {
      return foldedSeconds(back, originalSeconds);
    },
    unfolded(jumps) {
      back = jumps;
      times = unfoldTimes(times, back);
      moved = keepsTimes(times) ? undefined : recordTimes(times);
    },
    module(module: StoredModule): ModuleWriter {
      // Of what is cropped nobody knows yet whether this module has any of it.
      let into = times.from === null && times.to === null ? writer.module(module) : undefined;
      if (into !== undefined) kept.add(module.name);
      return {
        async append(chunk) {
          originalSeconds = Math.max(originalSeconds, chunk.timesSeconds.at(-1) ?? 0);
          earliestSeconds = Math.min(earliestSeconds, chunk.timesSeconds[0] ?? 0);
          const left = calibrated(inWindow(chunk, times), module, corrected.get(module.name));
          if (left.timesSeconds.length === 0) return;
          kept.add(module.name);
          into ??= writer.module(module);
          await into.append(moved === undefined ? left : { ...left, timesSeconds: left.timesSeconds.map(moved) });
        },
      };
    },
    finish: (derive) => writer.finish(derive),
    derived: (module) => writer.module(module),
    abandon: () => writer.abandon(),
  };
}

/** The samples that lie in the window; they stay the caller's. */
function inWindow(chunk: SampleChunk, { from, to }: StepTimes): SampleChunk {
  const { timesSeconds, columns } = chunk;
  const start = from === null ? 0 : placeOf(timesSeconds, from, false);
  const end = to === null ? timesSeconds.length : placeOf(timesSeconds, to, true);
  if (start === 0 && end === timesSeconds.length) return chunk;
  return {
    timesSeconds: timesSeconds.subarray(start, Math.max(start, end)),
    columns: columns.map((column) => column.subarray(start, Math.max(start, end))),
  };
}

/** The samples as a calibration has them; those that it changes are copies. */
function calibrated(
  chunk: SampleChunk,
  module: StoredModule,
  { corrections, inverted }: ModuleCorrections = { corrections: [], inverted: new Set() },
): SampleChunk {
  if (corrections.length === 0 && inverted.size === 0) return chunk;
  const columns = [...chunk.columns];
  const ofItsOwn = (name: string): Float32Array | Float64Array | undefined => {
    const at = module.columns.findIndex((column) => column.name === name);
    const column = columns[at];
    if (column === undefined || column !== chunk.columns[at]) return column;
    const copy = column.slice();
    columns[at] = copy;
    return copy;
  };
  for (const correction of corrections) {
    const values = correction.columns.flatMap((name) => ofItsOwn(name) ?? []);
    // A file whose columns were read otherwise since keeps what is calibrated of it as a whole.
    if (values.length === correction.columns.length) correct(correction, values);
  }
  for (const name of inverted) {
    const values = ofItsOwn(name);
    if (values !== undefined) correct({ columns: [name], matrix: [-1], bias: [0] }, [values]);
  }
  return { timesSeconds: chunk.timesSeconds, columns };
}
