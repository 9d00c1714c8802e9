// AssemblyScript, compiled by build-kernel.mjs as a part of src/signal-kernel.gen.ts.
import { scanAt } from '../src/memory-places';

// The caller sets min and max of the result before.
const resultAt: usize = scanAt;

function better(low: f64, high: f64): i32 {
  return (low < load<f64>(resultAt) ? 1 : 0) | (high > load<f64>(resultAt, 8) ? 2 : 0);
}

function find32(ptr: usize, count: i32, value: f32): i32 {
  const wanted = f32x4.splat(value);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const hit = i32x4.bitmask(f32x4.eq(v128.load(ptr + ((<usize>i) << 2)), wanted));
    if (hit) return i + ctz(hit);
  }
  for (; i < count; i++) if (load<f32>(ptr + ((<usize>i) << 2)) === value) return i;
  return -1;
}

function find64(ptr: usize, count: i32, value: f64): i32 {
  for (let i = 0; i < count; i++) if (load<f64>(ptr + ((<usize>i) << 3)) === value) return i;
  return -1;
}

/** Lowers min and raises max of the result by `count` floats at `ptr`; NaN is skipped. `first`: sample number of the first. */
export function scan32(ptr: usize, count: i32, first: i32): void {
  let low = f32x4.splat(f32.MAX_VALUE * 2);
  let high = f32x4.neg(low);
  let low2 = low;
  let high2 = high;
  let low3 = low;
  let high3 = high;
  let low4 = low;
  let high4 = high;
  let i = 0;
  for (; i + 16 <= count; i += 16) {
    const at = ptr + ((<usize>i) << 2);
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    // pmin(x, y) is y < x ? y : x: a NaN as y is never taken
    low = f32x4.pmin(low, a);
    high = f32x4.pmax(high, a);
    low2 = f32x4.pmin(low2, b);
    high2 = f32x4.pmax(high2, b);
    low3 = f32x4.pmin(low3, c);
    high3 = f32x4.pmax(high3, c);
    low4 = f32x4.pmin(low4, d);
    high4 = f32x4.pmax(high4, d);
  }
  for (; i + 4 <= count; i += 4) {
    const a = v128.load(ptr + ((<usize>i) << 2));
    low = f32x4.pmin(low, a);
    high = f32x4.pmax(high, a);
  }
  low = f32x4.pmin(f32x4.pmin(low, low2), f32x4.pmin(low3, low4));
  high = f32x4.pmax(f32x4.pmax(high, high2), f32x4.pmax(high3, high4));
  let min = f32x4.extract_lane(low, 0);
  let max = f32x4.extract_lane(high, 0);
  min = Mathf.min(min, f32x4.extract_lane(low, 1));
  min = Mathf.min(min, f32x4.extract_lane(low, 2));
  min = Mathf.min(min, f32x4.extract_lane(low, 3));
  max = Mathf.max(max, f32x4.extract_lane(high, 1));
  max = Mathf.max(max, f32x4.extract_lane(high, 2));
  max = Mathf.max(max, f32x4.extract_lane(high, 3));
  for (; i < count; i++) {
    const value = load<f32>(ptr + ((<usize>i) << 2));
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const which = better(min, max);
  if (which & 1) {
    store<f64>(resultAt, min);
    store<i32>(resultAt, first + find32(ptr, count, min), 16);
  }
  if (which & 2) {
    store<f64>(resultAt, max, 8);
    store<i32>(resultAt, first + find32(ptr, count, max), 20);
  }
}

/** As scan32, on doubles. */
export function scan64(ptr: usize, count: i32, first: i32): void {
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let low2 = low;
  let high2 = high;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = ptr + ((<usize>i) << 3);
    const a = v128.load(at);
    const b = v128.load(at, 16);
    low = f64x2.pmin(low, a);
    high = f64x2.pmax(high, a);
    low2 = f64x2.pmin(low2, b);
    high2 = f64x2.pmax(high2, b);
  }
  low = f64x2.pmin(low, low2);
  high = f64x2.pmax(high, high2);
  let min = Math.min(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1));
  let max = Math.max(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1));
  for (; i < count; i++) {
    const value = load<f64>(ptr + ((<usize>i) << 3));
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const which = better(min, max);
  if (which & 1) {
    store<f64>(resultAt, min);
    store<i32>(resultAt, first + find64(ptr, count, min), 16);
  }
  if (which & 2) {
    store<f64>(resultAt, max, 8);
    store<i32>(resultAt, first + find64(ptr, count, max), 20);
  }
}
