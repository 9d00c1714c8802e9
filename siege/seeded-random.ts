/** Chances that come again with the same seed. */
export interface Chance {
  /** 0 … 1, without 1. */
  next(): number;
  /** Whole, from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(of: readonly [T, ...T[]]): T;
}

/** Mulberry32 (Ettinger, 2017): 32 bits of state, good enough to choose faults. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, whole, pick: (of) => of[whole(0, of.length - 1)] ?? of[0] };
}
