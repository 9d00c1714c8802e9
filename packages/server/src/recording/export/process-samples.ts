import type { SampleSwitch } from '@sillage/contract';
import type { RecordingSamples } from '@sillage/formats';
import { resampleLinear } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';

/** Numbers handed on at once: 1 ms of work. */
export const cellsAPiece = 4096;
const rowsAPiece = (columns: number, sharers = 1) => Math.max(1, Math.floor(cellsAPiece / (columns + 1) / sharers));

/**
 * Hands samples on in small pieces and lets everybody else be served in between. Ends with the
 * signal, also while nothing is handed on to those who could go away.
 * @param readAtOnce how many are read row by row beside one another, this one included; they are one work, which has one pause
 */
export async function* inTurns(
  chunks: AsyncIterable<RecordingSamples>,
  signal: AbortSignal,
  pause = shareLoop(),
  readAtOnce = 1,
): AsyncGenerator<RecordingSamples> {
  for await (const chunk of chunks) {
    const rows = rowsAPiece(chunk.values.length, readAtOnce);
    for (let from = 0; from < chunk.timesSeconds.length; from += rows) {
      await pause();
      signal.throwIfAborted();
      yield rowsOf(chunk, from, from + rows);
    }
  }
}

const waysOf: { readonly [Name in SampleSwitch]: (chunks: AsyncIterable<RecordingSamples>) => typeof chunks } = {
  drop_nan: dropIncomplete,
};

/** What each switch that is on makes of the samples, one after the other. */
export function switched(
  chunks: AsyncIterable<RecordingSamples>,
  switches: readonly SampleSwitch[],
): AsyncIterable<RecordingSamples> {
  return switches.reduce((made, name) => waysOf[name](made), chunks);
}

/** Leaves out the rows in which any column has no value. */
async function* dropIncomplete(chunks: AsyncIterable<RecordingSamples>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, values } of chunks) {
    const kept: number[] = [];
    for (let row = 0; row < timesSeconds.length; row++) {
      if (values.every((column) => !Number.isNaN(column[row]))) kept.push(row);
    }
    if (kept.length === timesSeconds.length) yield { timesSeconds, values };
    else if (kept.length > 0) {
      const pick = (from: Float32Array | Float64Array) => {
        const to = from instanceof Float32Array ? new Float32Array(kept.length) : new Float64Array(kept.length);
        kept.forEach((row, i) => {
          to[i] = from[row] ?? Number.NaN;
        });
        return to;
      };
      yield { timesSeconds: Float64Array.from(kept, (row) => timesSeconds[row] ?? 0), values: values.map(pick) };
    }
  }
}

/**
 * Values at a steady rate from the first sample on, linear between the samples around each moment; NaN beside a sample
 * without a value.
 */
export async function* resample(
  chunks: AsyncIterable<RecordingSamples>,
  rateHz: number,
): AsyncGenerator<RecordingSamples> {
  let first: number | undefined;
  let count = 0;
  let before: RecordingSamples | undefined;
  for await (const chunk of chunks) {
    // The last sample of the chunk before: moments between two chunks lie between it and this chunk's first.
    const samples = before ? joined(before, chunk) : chunk;
    const { timesSeconds } = samples;
    const last = timesSeconds.at(-1);
    if (last === undefined) continue;
    first ??= timesSeconds[0] ?? last;
    for (let from = 0; first + count / rateHz <= last; ) {
      const moments = momentsUntil(first, count, rateHz, last, rowsAPiece(samples.values.length));
      count += moments.length;
      const begin = Math.max(0, firstAtOrAfter(timesSeconds, moments[0] ?? last, from) - 1);
      const end = firstAtOrAfter(timesSeconds, moments.at(-1) ?? last, begin) + 1;
      from = begin;
      yield valuesAt(rowsOf(samples, begin, end), moments);
    }
    before = rowsOf(samples, timesSeconds.length - 1, timesSeconds.length);
  }
}

/** The moments from number `count` on that are not after `last`; a bounded number of them. */
function momentsUntil(first: number, count: number, rateHz: number, last: number, most: number): Float64Array {
  const moments = new Float64Array(most);
  let n = 0;
  for (; n < most; n++) {
    const at = first + (count + n) / rateHz;
    if (at > last) break;
    moments[n] = at;
  }
  return moments.subarray(0, n);
}

function valuesAt(samples: RecordingSamples, moments: Float64Array): RecordingSamples {
  const values = samples.values.map((column) => {
    const resampled = resampleLinear(samples.timesSeconds, column, moments);
    return column instanceof Float32Array ? Float32Array.from(resampled) : resampled;
  });
  return { timesSeconds: moments, values };
}

/** The first index at or after `from` whose time is not before `seconds`. */
function firstAtOrAfter(times: Float64Array, seconds: number, from: number): number {
  let low = from;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rowsOf({ timesSeconds, values }: RecordingSamples, from: number, to: number): RecordingSamples {
  return { timesSeconds: timesSeconds.subarray(from, to), values: values.map((column) => column.subarray(from, to)) };
}

function joined(before: RecordingSamples, after: RecordingSamples): RecordingSamples {
  const join = <A extends Float32Array | Float64Array>(into: A, a: ArrayLike<number>, b: ArrayLike<number>): A => {
    into.set(a);
    into.set(b, a.length);
    return into;
  };
  const length = before.timesSeconds.length + after.timesSeconds.length;
  const empty = (column: Float32Array | Float64Array) =>
    column instanceof Float32Array ? new Float32Array(length) : new Float64Array(length);
  return {
    timesSeconds: join(new Float64Array(length), before.timesSeconds, after.timesSeconds),
    values: after.values.map((column, c) => join(empty(column), before.values[c] ?? [], column)),
  };
}
