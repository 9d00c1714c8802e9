// AssemblyScript, compiled by build-kernel.mjs as a part of src/signal-kernel.gen.ts.
import {
  clockAt,
  cutsAt,
  edgesAt,
  endValuesAt,
  extremeSamplesAt,
  extremesAt,
  firstTimesAt,
  lastTimesAt,
  penAt,
  pointSamplesAt,
  pointTimesAt,
  pointValuesAt,
  timelessAt,
  wholeSamples,
} from '../src/memory-places';

const pen: usize = penAt;
const clock: usize = clockAt;

/** Puts a point down; it counts once the next one is put behind it. */
function put(count: usize, sample: i32, value: f64): void {
  store<i32>(<usize>pointSamplesAt + (count << 2), sample);
  store<f64>(<usize>pointValuesAt + (count << 3), value);
}

function putTime(count: usize, time: f64): void {
  store<f64>(<usize>pointTimesAt + (count << 3), time);
}

/**
 * Points of folded pixel columns, of those that have values at both ends, after a line that goes on.
 * @param isSteady whether the clock tells the times of extremes; they are listed otherwise
 * @returns the first pixel column that is not so and is left to the caller; `to` where there is none
 */
export function drawFolded(from: i32, to: i32, isSteady: i32): i32 {
  if (load<i32>(pen, 8) >= 0) return from;
  let count = <usize>load<i32>(pen);
  let timeless = <usize>load<i32>(pen, 4);
  const base = load<f64>(clock);
  const first = load<f64>(clock, 8);
  const step = load<f64>(clock, 16);
  const scale = load<f64>(clock, 24);
  let column = from;
  for (; column < to; column++) {
    const at = (<usize>column) << 3;
    const start = load<i32>(<usize>edgesAt + (at >> 1));
    const end = load<i32>(<usize>edgesAt + (at >> 1), 4);
    if (start === end) continue;
    const firstValue = load<f64>(<usize>endValuesAt + (at << 1));
    const lastValue = load<f64>(<usize>endValuesAt + (at << 1), 8);
    if (end - start <= wholeSamples || load<u8>(<usize>cutsAt + <usize>column)) break;
    if (Number.isNaN(firstValue) || Number.isNaN(lastValue)) break;
    const minAt = load<i32>(<usize>extremeSamplesAt + at);
    const maxAt = load<i32>(<usize>extremeSamplesAt + at, 4);
    const min = load<f64>(<usize>extremesAt + (at << 1));
    const max = -load<f64>(<usize>extremesAt + (at << 1), 8);
    const isMinFirst = minAt < maxAt;
    const early = select<i32>(minAt, maxAt, isMinFirst);
    const late = select<i32>(maxAt, minAt, isMinFirst);
    const hasEarly: usize = early > start && early < end - 1 ? 1 : 0;
    const hasLate: usize = late > start && late < end - 1 ? 1 : 0;
    put(count, start, firstValue);
    putTime(count, load<f64>(<usize>firstTimesAt + at));
    const earlyAt = count + 1;
    const lateAt = earlyAt + hasEarly;
    const lastAt = lateAt + hasLate;
    put(earlyAt, early, select<f64>(min, max, isMinFirst));
    put(lateAt, late, select<f64>(max, min, isMinFirst));
    if (isSteady) {
      putTime(earlyAt, base + (first + <f64>early * step) / scale);
      putTime(lateAt, base + (first + <f64>late * step) / scale);
    } else {
      store<i32>(<usize>timelessAt + (timeless << 2), <i32>earlyAt);
      timeless += hasEarly;
      store<i32>(<usize>timelessAt + (timeless << 2), <i32>lateAt);
      timeless += hasLate;
    }
    put(lastAt, end - 1, lastValue);
    putTime(lastAt, load<f64>(<usize>lastTimesAt + at));
    count = lastAt + 1;
  }
  store<i32>(pen, <i32>count);
  store<i32>(pen, <i32>timeless, 4);
  return column;
}
