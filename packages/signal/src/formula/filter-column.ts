import { Cascade, type FilterDesign } from './design-filter.ts';
import type { ClockMeasure } from './measure-clock.ts';
import {
  blockSamples,
  blocksBackward,
  blocksOf,
  type SampleColumn,
  type ScratchColumn,
  Walk,
} from './samples-at-hand.ts';

/** s; shorter gaps are filled along a straight line while filtering, and are gaps again in what comes out. */
const filledSeconds = 0.1;

interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Filters forward and backward, so that nothing moves in time. Each stretch between gaps is filtered by itself, its ends
 * continued by what is mirrored through them; one that is shorter than that has no values.
 */
export function filterColumn(
  column: SampleColumn,
  { sections, padding }: FilterDesign,
  { rateHz, gapSeconds }: ClockMeasure,
  out: ScratchColumn,
): void {
  const filled = Math.floor(filledSeconds * rateHz);
  const cascade = new Cascade(sections);
  let written = 0;
  for (const run of runsOf(column, filled, gapSeconds)) {
    if (run.to - run.from <= padding) continue;
    writeNothing(out, written, run.from);
    filterRun(column, run, filled, cascade, padding, out);
    written = run.to;
  }
  writeNothing(out, written, column.clock.samples);
}

/** Stretches without a gap: in time, or of more samples without a value than are filled. */
function* runsOf(column: SampleColumn, filled: number, gapSeconds: number): Generator<Run> {
  const walk = new Walk(column);
  let from = -1;
  let last = -1;
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.clock.samples; i++) {
    const t = walk.time(i);
    if (from >= 0 && (t - before > gapSeconds || i - last - 1 > filled)) {
      yield { from, to: last + 1 };
      from = -1;
    }
    before = t;
    if (Number.isNaN(walk.value(i))) continue;
    if (from < 0) from = i;
    last = i;
  }
  if (from >= 0) yield { from, to: last + 1 };
}

function writeNothing(out: ScratchColumn, from: number, to: number): void {
  const nothing = new Float64Array(Math.min(blockSamples, to - from)).fill(Number.NaN);
  for (const block of blocksOf(from, to)) out.write(block.from, nothing.subarray(0, block.to - block.from));
}

function filterRun(
  column: SampleColumn,
  run: Run,
  filled: number,
  cascade: Cascade,
  padding: number,
  out: ScratchColumn,
): void {
  const ends = new RunEnds(padding);
  const blocks = filledBlocks(column, run, filled);
  let isFirst = true;
  for (const { from, values } of blocks) {
    ends.see(values);
    if (isFirst) {
      // A run is longer than its padding, and a block than any padding.
      const head = mirrored(values.subarray(0, padding + 1)).reverse();
      cascade.settle(head[0] ?? 0);
      cascade.run(head);
      isFirst = false;
    }
    cascade.run(values);
    out.write(from, values);
  }
  const tail = mirrored(ends.last().reverse());
  cascade.run(tail);
  tail.reverse();
  cascade.settle(tail[0] ?? 0);
  cascade.run(tail);
  const [values, source] = [new Float64Array(blockSamples), new Float64Array(blockSamples)];
  for (const { from, to } of blocksBackward(run.from, run.to)) {
    const [piece, given] = [values.subarray(0, to - from), source.subarray(0, to - from)];
    out.read(from, piece);
    piece.reverse();
    cascade.run(piece);
    piece.reverse();
    column.read(from, given);
    for (let i = 0; i < piece.length; i++) if (!Number.isFinite(given[i])) piece[i] = Number.NaN;
    out.write(from, piece);
  }
}

/** Values mirrored through the first: 2·x₀ − x₁, 2·x₀ − x₂ … */
function mirrored(values: Float64Array): Float64Array {
  const end = values[0] ?? 0;
  return values.slice(1).map((value) => 2 * end - value);
}

/** The last values of a run, one more than its padding. */
class RunEnds {
  readonly #kept: number;
  #values = new Float64Array(0);

  constructor(padding: number) {
    this.#kept = padding + 1;
  }

  see(values: Float64Array): void {
    const both = new Float64Array(this.#values.length + Math.min(values.length, this.#kept));
    both.set(this.#values);
    both.set(values.subarray(Math.max(0, values.length - this.#kept)), this.#values.length);
    this.#values = both.slice(Math.max(0, both.length - this.#kept));
  }

  last(): Float64Array {
    return this.#values.slice();
  }
}

/** The blocks of a run without its short gaps. */
function* filledBlocks(
  column: SampleColumn,
  run: Run,
  filled: number,
): Generator<{ readonly from: number; readonly values: Float64Array }> {
  const held = new Float64Array(blockSamples + filled + 1);
  let before = 0;
  for (const { from, to } of blocksOf(run.from, run.to)) {
    const ahead = held.subarray(0, Math.min(run.to, to + filled + 1) - from);
    column.read(from, ahead);
    const values = ahead.subarray(0, to - from);
    for (let i = 0; i < values.length; i++) {
      if (Number.isFinite(values[i])) {
        before = values[i]!;
        continue;
      }
      let next = i + 1;
      while (next < ahead.length && !Number.isFinite(ahead[next])) next++;
      const step = ((ahead[next] ?? before) - before) / (next - i + 1);
      before += step;
      values[i] = before;
    }
    yield { from, values };
  }
}
