import type { LivePart, LiveVariable } from './live-part.ts';

/** s that a value is the mean of; one that comes more rarely is as it came. */
const meanOverSeconds = 1;
const kept = 64;

/** A value as it was measured: the mean of the last second. */
export function followValue(name: string, { name: variable, rateHz }: LiveVariable, factor: number): LivePart {
  const times = new Float64Array(kept);
  const sums = new Float64Array(kept);
  const counts = new Int32Array(kept);
  const slotSeconds = meanOverSeconds / Math.min(rateHz, kept / 2);
  let [slot, last] = [-1, Number.NEGATIVE_INFINITY];
  return {
    sinks: new Map([
      [
        variable,
        (seconds, value) => {
          if (!Number.isFinite(value) || seconds <= last) return;
          last = seconds;
          const own = Math.floor(seconds / slotSeconds + 1e-6);
          const at = ((own % kept) + kept) % kept;
          if (own !== slot) {
            sums[at] = 0;
            counts[at] = 0;
          }
          slot = own;
          times[at] = seconds;
          sums[at] = sums[at]! + value;
          counts[at] = counts[at]! + 1;
        },
      ],
    ]),
    look() {
      let [sum, count] = [0, 0];
      for (let i = 0; i < kept; i++) {
        if (counts[i]! === 0 || times[i]! > last || times[i]! <= last - meanOverSeconds) continue;
        sum += sums[i]!;
        count += counts[i]!;
      }
      return count === 0 ? {} : { [name]: { value: (factor * sum) / count, at: last } };
    },
  };
}

/** s between two speeds beyond which the way between them is not known. */
const longestGapSeconds = 5;

/** m since the start, by the trapezoid over a speed, as `integrateSamples` does. */
export function followDistance(name: string, variable: string, factor: number): LivePart {
  let [metres, at, before] = [0, Number.NEGATIVE_INFINITY, Number.NaN];
  return {
    sinks: new Map([
      [
        variable,
        (seconds, value) => {
          if (!Number.isFinite(value) || seconds <= at) return;
          if (seconds - at <= longestGapSeconds) metres += ((before + value) / 2) * factor * (seconds - at);
          at = seconds;
          before = value;
        },
      ],
    ]),
    look: () => (Number.isFinite(at) ? { [name]: { value: metres, at } } : {}),
  };
}

/** m since the first value of a distance that the device counts itself. */
export function followCounter(name: string, variable: string, factor: number): LivePart {
  let [first, value, at] = [Number.NaN, Number.NaN, Number.NEGATIVE_INFINITY];
  return {
    sinks: new Map([
      [
        variable,
        (seconds, counted) => {
          if (!Number.isFinite(counted) || seconds <= at) return;
          if (Number.isNaN(first)) first = counted;
          value = counted;
          at = seconds;
        },
      ],
    ]),
    look: () => (Number.isFinite(at) ? { [name]: { value: factor * (value - first), at } } : {}),
  };
}
