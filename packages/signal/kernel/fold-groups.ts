// AssemblyScript, compiled by build-kernel.mjs as a part of src/signal-kernel.gen.ts: what fold-kernel.ts does with one group.
import { masks32At, masks64At } from '../src/memory-places';

const masks32: usize = masks32At;
const masks64: usize = masks64At;

export function groupOf<T>(extremes: usize, group: i32): usize {
  return extremes + ((<usize>group) << (sizeof<T>() === 4 ? 6 : 7));
}

export function maskOf<T>(from: i32, to: i32): usize {
  const which = <usize>(from * 9 + to);
  return sizeof<T>() === 4 ? masks32 + (which << 6) : masks64 + (which << 7);
}

/** (min, −max) of what a mask leaves of a group, as doubles; infinite where that is nothing. */
export function foldGroup<T>(group: usize, mask: usize): v128 {
  if (sizeof<T>() === 4) {
    const none = f32x4.splat(Infinity);
    const low = f32x4.pmin(
      f32x4.pmin(none, v128.or(v128.load(group), v128.load(mask))),
      v128.or(v128.load(group, 16), v128.load(mask, 16)),
    );
    const high = f32x4.pmin(
      f32x4.pmin(none, v128.or(v128.load(group, 32), v128.load(mask, 32))),
      v128.or(v128.load(group, 48), v128.load(mask, 48)),
    );
    const all = f32x4.pmin(low, high);
    return f64x2.promote_low_f32x4(f32x4.pmin(all, v128.shuffle<i64>(all, all, 1, 0)));
  }
  let all = f64x2.splat(Infinity);
  for (let i = 0; i < 8; i++) {
    const at = (<usize>i) << 4;
    all = f64x2.pmin(all, v128.or(v128.load(group + at), v128.load(mask + at)));
  }
  return all;
}

/** (min, −max) of one bucket, as doubles. */
export function pairOf<T>(extremes: usize, bucket: i32): v128 {
  if (sizeof<T>() === 4) return f64x2.promote_low_f32x4(v128.load64_zero(extremes + ((<usize>bucket) << 3)));
  return v128.load(extremes + ((<usize>bucket) << 4));
}

/** First bucket of a group that a mask leaves and that has this value on a side (0 min, 1 −max). */
export function findInGroup<T>(group: usize, mask: usize, side: i32, value: f64): i32 {
  let hits = 0;
  if (sizeof<T>() === 4) {
    const wanted = f32x4.splat(<f32>value);
    for (let i = 0; i < 4; i++) {
      const at = (<usize>i) << 4;
      hits |= i32x4.bitmask(f32x4.eq(v128.or(v128.load(group + at), v128.load(mask + at)), wanted)) << (i << 2);
    }
  } else {
    const wanted = f64x2.splat(value);
    for (let i = 0; i < 8; i++) {
      const at = (<usize>i) << 4;
      hits |= i64x2.bitmask(f64x2.eq(v128.or(v128.load(group + at), v128.load(mask + at)), wanted)) << (i << 1);
    }
  }
  return ctz(hits & (side ? 0xaaaa : 0x5555)) >> 1;
}
