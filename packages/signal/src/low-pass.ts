/** Gaps up to so many seconds are filled linearly before filtering, and are gaps again after it. */
const longestFilledSeconds = 0.1;
/** Samples that both ends are continued by: 3·(order + 1). */
const padding = 9;

/**
 * Butterworth of second order, forward and backward: fourth order without lag. Both ends are continued by odd reflection and each
 * pass begins in its steady state, as scipy's `filtfilt` does; the cut-off is not corrected for the second pass.
 * @param values NaN = no value; each stretch between longer gaps is filtered by itself
 * @returns as many values; those that were missing are NaN
 */
export function lowPassTwice(values: Float64Array, rateHz: number, cutOffHz: number): Float64Array {
  if (!(cutOffHz > 0 && cutOffHz < rateHz / 2)) return values.slice();
  const out = new Float64Array(values.length).fill(Number.NaN);
  const longest = Math.floor(longestFilledSeconds * rateHz);
  let from = 0;
  while (from < values.length) {
    while (from < values.length && !Number.isFinite(values[from])) from++;
    let [to, missing] = [from, 0];
    for (let i = from; i < values.length && missing <= longest; i++) {
      missing = Number.isFinite(values[i]) ? 0 : missing + 1;
      if (missing === 0) to = i + 1;
    }
    if (to > from) out.set(filterStretch(filled(values.subarray(from, to)), rateHz, cutOffHz), from);
    from = Math.max(to, from + 1);
  }
  for (let i = 0; i < out.length; i++) if (!Number.isFinite(values[i])) out[i] = Number.NaN;
  return out;
}

/** Without gaps: linear from one value to the next. */
function filled(values: Float64Array): Float64Array {
  const out = values.slice();
  let last = 0;
  for (let i = 1; i < out.length; i++) {
    if (!Number.isFinite(out[i])) continue;
    for (let k = last + 1; k < i; k++) out[k] = out[last]! + ((out[i]! - out[last]!) * (k - last)) / (i - last);
    last = i;
  }
  return out;
}

function filterStretch(values: Float64Array, rateHz: number, cutOffHz: number): Float64Array {
  const n = values.length;
  const pad = Math.min(padding, n - 1);
  const padded = new Float64Array(n + 2 * pad);
  padded.set(values, pad);
  for (let k = 1; k <= pad; k++) {
    padded[pad - k] = 2 * values[0]! - values[k]!;
    padded[pad + n - 1 + k] = 2 * values[n - 1]! - values[n - 1 - k]!;
  }
  const coefficients = butterworth(rateHz, cutOffHz);
  filterInPlace(padded, coefficients);
  padded.reverse();
  filterInPlace(padded, coefficients);
  padded.reverse();
  return padded.subarray(pad, pad + n);
}

interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

function butterworth(rateHz: number, cutOffHz: number): Coefficients {
  const c = Math.tan((Math.PI * cutOffHz) / rateHz);
  const k = Math.SQRT2 * c;
  const scale = 1 + k + c * c;
  const b0 = (c * c) / scale;
  return { b0, b1: 2 * b0, b2: b0, a1: (2 * (c * c - 1)) / scale, a2: (1 - k + c * c) / scale };
}

/** One pass, from the state that the first value would have led to for ever. */
function filterInPlace(values: Float64Array, { b0, b1, b2, a1, a2 }: Coefficients): void {
  const first = values[0]!;
  let z2 = (b2 - a2) * first;
  let z1 = (b1 - a1) * first + z2;
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    const y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    values[i] = y;
  }
}
