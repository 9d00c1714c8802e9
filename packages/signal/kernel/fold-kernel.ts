// AssemblyScript, compiled by build-kernel.mjs as a part of src/signal-kernel.gen.ts.
//
// A bucket's extremes are a pair (min, −max), so that both are found by minima; an empty bucket is a pair of NaN. Eight
// buckets are a group; a mask of ones (NaN) hides those of a group that a range leaves out. pmin(x, y) is y < x ? y : x:
// a NaN as y is never taken. So a group costs the same however much of it counts, without a branch.
import {
  addressesAt,
  basesAt,
  cutsAt,
  edgesAt,
  endValuesAt,
  extremeSamplesAt,
  extremesAt,
  levelBytes,
  levelsAt,
  pageShift,
  scanAt,
} from '../src/memory-places';
import { findInGroup, foldGroup, groupOf, maskOf, pairOf } from './fold-groups';
import { scan32, scan64 } from './scan-kernel';

const levels: usize = levelsAt;
const edges: usize = edgesAt;
const addresses: usize = addressesAt;
const endValues: usize = endValuesAt;
const allExtremes: usize = extremesAt;
const extremeSamples: usize = extremeSamplesAt;
const bases: usize = basesAt;
const cuts: usize = cutsAt;
const scanned: usize = scanAt;
/** Pixel columns whose groups are called in together. */
const ahead: i32 = 32;

/** Sample of a bucket's extreme. */
function sampleOf(level: usize, bucket: i32, side: i32, shift: i32): i32 {
  const pair = <usize>((bucket << 1) + side);
  const samples = <usize>load<u32>(level, 4);
  // the first level of an undiminished pyramid tells samples by their offset in the bucket, a byte
  if (load<i32>(level, 12)) return (bucket << shift) + <i32>load<u8>(samples + pair);
  return load<i32>(samples + (pair << 2));
}

/** Looks at samples and groups where pixel columns begin, one after the other: the processor then waits for many at once. */
function callIn<T>(from: i32, to: i32, shift: i32): i32 {
  const one = <usize>load<u32>(levels);
  const two = <usize>load<u32>(levels, levelBytes);
  let seen = 0;
  for (let column = from; column < to; column++) {
    const bucket = load<i32>(edges + ((<usize>column) << 2)) >> shift;
    seen |= load<i32>(<usize>load<u32>(addresses + ((<usize>column) << 3), 4));
    seen |= load<i32>(groupOf<T>(one, bucket >> 3));
    if (two) seen |= load<i32>(groupOf<T>(two, bucket >> 6));
  }
  return seen;
}

/** Extremes of each column, and which part of its way up the pyramid has them: two a level, −1 for the column's ends. */
function findExtremes<T>(from: i32, to: i32, shift: i32, samples: i32): void {
  const inBucket = (1 << shift) - 1;
  const base = <usize>load<u32>(levels);
  const buckets = load<i32>(levels, 8);
  for (let column = from; column < to; column++) {
    const at = (<usize>column) << 4;
    const start = load<i32>(edges + (at >> 2));
    const end = load<i32>(edges + (at >> 2), 4);
    const lowest = (start + inBucket) >> shift;
    const highest = end === samples ? buckets : end >> shift;
    const first = load<T>(<usize>load<u32>(addresses + (at >> 1), 4));
    const last = load<T>(<usize>load<u32>(addresses + (at >> 1), 8));
    const ends = f64x2.replace_lane(f64x2.splat(<f64>first), 1, <f64>last);
    v128.store(endValues + at, ends);
    const none = f64x2.splat(Infinity);
    const low2 = f64x2.pmin(none, ends);
    const high2 = f64x2.pmin(none, f64x2.neg(ends));
    let best = f64x2.pmin(v128.shuffle<i64>(low2, high2, 0, 2), v128.shuffle<i64>(low2, high2, 1, 3));
    let held = i64x2.splat(-1);
    let low = lowest;
    let high = highest;
    let level = levels;
    let part: i64 = 0;
    while (low < high) {
      const extremes = <usize>load<u32>(level);
      const left = low >> 3;
      const right = high >> 3;
      const isOne = left === right;
      let found = foldGroup<T>(groupOf<T>(extremes, left), maskOf<T>(low & 7, isOne ? high & 7 : 8));
      let lower = f64x2.lt(found, best);
      best = v128.bitselect(found, best, lower);
      held = v128.bitselect(i64x2.splat(part), held, lower);
      if (isOne) break;
      found = foldGroup<T>(groupOf<T>(extremes, right), maskOf<T>(0, high & 7));
      lower = f64x2.lt(found, best);
      best = v128.bitselect(found, best, lower);
      held = v128.bitselect(i64x2.splat(part + 1), held, lower);
      low = left + 1;
      high = right;
      level += levelBytes;
      part += 2;
    }
    let cut = 0;
    if (start & inBucket) cut = v128.any_true(f64x2.lt(pairOf<T>(base, lowest - 1), best)) ? 1 : 0;
    if (end !== samples && end & inBucket) cut |= v128.any_true(f64x2.lt(pairOf<T>(base, highest), best)) ? 2 : 0;
    store<f64>(allExtremes + at, f64x2.extract_lane(best, 0));
    store<f64>(allExtremes + at, f64x2.extract_lane(best, 1), 8);
    store<i32>(extremeSamples + (at >> 1), <i32>i64x2.extract_lane(held, 0));
    store<i32>(extremeSamples + (at >> 1), <i32>i64x2.extract_lane(held, 1), 4);
    store<u8>(cuts + (at >> 4), <u8>cut);
  }
}

/** Where the sample of an extreme stands, by the part of the way that `findExtremes` found it in; and from where it counts. */
function placeOfSample<T>(at: usize, lowest: i32, highest: i32, side: i32, value: f64, shift: i32): void {
  const part = load<i32>(extremeSamples + at);
  if (part < 0) {
    store<i32>(extremeSamples + at, <i32>levels);
    store<i32>(bases + at, -2);
    return;
  }
  let low = lowest;
  let high = highest;
  let level = levels;
  for (let above = part >> 1; above > 0; above--) {
    low = (low >> 3) + 1;
    high >>= 3;
    level += levelBytes;
  }
  const isRight = part & 1;
  const left = low >> 3;
  const right = high >> 3;
  const group = isRight ? right : left;
  const mask = isRight ? maskOf<T>(0, high & 7) : maskOf<T>(low & 7, left === right ? high & 7 : 8);
  const bucket = (group << 3) + findInGroup<T>(groupOf<T>(<usize>load<u32>(level), group), mask, side, value);
  const pair = <usize>((bucket << 1) + side);
  const byOffset = load<i32>(level, 12);
  store<i32>(extremeSamples + at, <i32>(<usize>load<u32>(level, 4) + select<usize>(pair, pair << 2, byOffset)));
  store<i32>(bases + at, select<i32>(bucket << shift, -1, byOffset));
}

/** Samples of the extremes; −1 where an end has it. In two loops, each without a branch on what it waits for. */
function findSamples<T>(columns: i32, shift: i32, samples: i32): void {
  const inBucket = (1 << shift) - 1;
  const buckets = load<i32>(levels, 8);
  for (let column = 0; column < columns; column++) {
    const at = (<usize>column) << 3;
    const end = load<i32>(edges + (at >> 1), 4);
    const lowest = (load<i32>(edges + (at >> 1)) + inBucket) >> shift;
    const highest = end === samples ? buckets : end >> shift;
    placeOfSample<T>(at, lowest, highest, 0, load<f64>(allExtremes + (at << 1)), shift);
    placeOfSample<T>(at + 4, lowest, highest, 1, load<f64>(allExtremes + (at << 1), 8), shift);
  }
  for (let at: usize = 0; at < (<usize>columns) << 3; at += 4) {
    const base = load<i32>(bases + at);
    const found = load<i32>(<usize>load<u32>(extremeSamples + at));
    const sample = select<i32>(found, (found & 0xff) + base, base < 0);
    store<i32>(extremeSamples + at, select<i32>(-1, sample, base === -2));
  }
}

/** Looks into the buckets that an edge cuts: the page that has the samples beside the edge has them whole. */
function lookIntoCuts<T>(columns: i32, shift: i32): void {
  for (let column: usize = 0; column < <usize>columns; column++) {
    const cut = load<u8>(cuts + column);
    if (!cut) continue;
    const start = load<i32>(edges + (column << 2));
    const end = load<i32>(edges + (column << 2), 4);
    store<f64>(scanned, load<f64>(allExtremes + (column << 4)));
    store<f64>(scanned, -load<f64>(allExtremes + (column << 4), 8), 8);
    store<i32>(scanned, load<i32>(extremeSamples + (column << 3)), 16);
    store<i32>(scanned, load<i32>(extremeSamples + (column << 3), 4), 20);
    if (cut & 1) {
      const to = min(end, ((start >> shift) + 1) << shift);
      scan<T>(<usize>load<u32>(addresses + (column << 3), 4), to - start, start);
    }
    if (cut & 2) {
      const from = max(start, (end >> shift) << shift);
      const last = <usize>load<u32>(addresses + (column << 3), 8);
      scan<T>(last - ((<usize>(end - 1 - from)) << (sizeof<T>() === 4 ? 2 : 3)), end - from, from);
    }
    store<f64>(allExtremes + (column << 4), load<f64>(scanned));
    store<f64>(allExtremes + (column << 4), -load<f64>(scanned, 8), 8);
    store<i32>(extremeSamples + (column << 3), load<i32>(scanned, 16));
    store<i32>(extremeSamples + (column << 3), load<i32>(scanned, 20), 4);
    store<u8>(cuts + column, 0);
  }
}

function scan<T>(address: usize, count: i32, first: i32): void {
  if (sizeof<T>() === 4) scan32(address, count, first);
  else scan64(address, count, first);
}

function fold<T>(columns: i32, shift: i32, samples: i32): i32 {
  let seen = 0;
  for (let from = 0; from < columns; from += ahead) {
    const to = min(from + ahead, columns);
    seen |= callIn<T>(from, to, shift);
    findExtremes<T>(from, to, shift, samples);
  }
  findSamples<T>(columns, shift, samples);
  if (shift <= pageShift - (sizeof<T>() === 4 ? 2 : 3)) lookIntoCuts<T>(columns, shift);
  return seen;
}

/** Whole groups of a level become the buckets of the next one; both are entries of the list of levels. */
function raise<T>(below: usize, above: usize, shift: i32): void {
  const extremes = <usize>load<u32>(below);
  const target = <usize>load<u32>(above);
  const samples = <usize>load<u32>(above, 4);
  const groups = load<i32>(above, 8);
  const all = maskOf<T>(0, 8);
  for (let group = 0; group < groups; group++) {
    const from = groupOf<T>(extremes, group);
    const found = foldGroup<T>(from, all);
    const min = f64x2.extract_lane(found, 0);
    const negated = f64x2.extract_lane(found, 1);
    const pair = (<usize>group) << 1;
    const empty = min === Infinity && negated === Infinity;
    if (sizeof<T>() === 4) {
      store<f32>(target + (pair << 2), empty ? <f32>NaN : <f32>min);
      store<f32>(target + (pair << 2), empty ? <f32>NaN : <f32>negated, 4);
    } else {
      store<f64>(target + (pair << 3), empty ? NaN : min);
      store<f64>(target + (pair << 3), empty ? NaN : negated, 8);
    }
    if (empty) continue;
    const low = (group << 3) + findInGroup<T>(from, all, 0, min);
    const high = (group << 3) + findInGroup<T>(from, all, 1, negated);
    store<i32>(samples + (pair << 2), sampleOf(below, low, 0, shift));
    store<i32>(samples + (pair << 2), sampleOf(below, high, 1, shift), 4);
  }
}

export function fold32(columns: i32, shift: i32, samples: i32): i32 {
  return fold<f32>(columns, shift, samples);
}

export function fold64(columns: i32, shift: i32, samples: i32): i32 {
  return fold<f64>(columns, shift, samples);
}

export function raise32(below: usize, above: usize, shift: i32): void {
  raise<f32>(below, above, shift);
}

export function raise64(below: usize, above: usize, shift: i32): void {
  raise<f64>(below, above, shift);
}
