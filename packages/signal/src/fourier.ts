/** Twiddle factors of one length, which many transforms share. */
class Turns {
  readonly cos: Float64Array;
  readonly sin: Float64Array;

  constructor(length: number) {
    this.cos = Float64Array.from({ length: length / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / length));
    this.sin = Float64Array.from({ length: length / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / length));
  }
}

/** A fast Fourier transform of complex numbers, in place, of one length: a power of two. Not scaled in either direction. */
export class FourierTransform {
  readonly length: number;
  readonly #turns: Turns;

  constructor(length: number) {
    if (length < 2 || !Number.isInteger(Math.log2(length))) throw new RangeError(`a transform of ${length} numbers`);
    this.length = length;
    this.#turns = new Turns(length);
  }

  forward(re: Float64Array, im: Float64Array): void {
    reverseBits(re, im);
    const { cos, sin } = this.#turns;
    const { length } = this;
    for (let half = 1; half < length; half *= 2) {
      const step = length / (2 * half);
      for (let from = 0; from < length; from += 2 * half) {
        for (let k = 0, turn = 0; k < half; k++, turn += step) {
          const [a, b] = [from + k, from + k + half];
          const x = re[b]! * cos[turn]! + im[b]! * sin[turn]!;
          const y = im[b]! * cos[turn]! - re[b]! * sin[turn]!;
          re[b] = re[a]! - x;
          im[b] = im[a]! - y;
          re[a] = re[a]! + x;
          im[a] = im[a]! + y;
        }
      }
    }
  }

  /** The same with its parts exchanged; divide by the length to have the numbers back. */
  backward(re: Float64Array, im: Float64Array): void {
    this.forward(im, re);
  }
}

function reverseBits(re: Float64Array, im: Float64Array): void {
  const { length } = re;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j]!, re[i]!];
    [im[i], im[j]] = [im[j]!, im[i]!];
  }
}

/** Two real signals by one transform: their spectra are taken apart by their symmetry. */
export interface PairOfSpectra {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function spectraOf(fourier: FourierTransform, first: Float64Array, second: Float64Array): PairOfSpectra {
  const re = new Float64Array(fourier.length);
  const im = new Float64Array(fourier.length);
  re.set(first);
  im.set(second);
  fourier.forward(re, im);
  return { re, im };
}

type OfPairs = readonly [first: PairOfSpectra, second: PairOfSpectra];

/**
 * Two correlations by one transform: at each lag the sum of the products of the first signal of a pair and the second signal
 * of another one. Lags below 0 come last.
 */
export function correlateSpectra(
  fourier: FourierTransform,
  one: OfPairs,
  other: OfPairs,
): [Float64Array, Float64Array] {
  const re = new Float64Array(fourier.length);
  const im = new Float64Array(fourier.length);
  addProducts(one, re, im, 1);
  addProducts(other, im, re, -1);
  fourier.backward(re, im);
  return [re, im];
}

/** Adds the first spectrum times the conjugate of the second, scaled for the way back; its imaginary part with a sign. */
function addProducts([first, second]: OfPairs, re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const { length } = re;
  const scale = 1 / (4 * length);
  for (let k = 0; k < length; k++) {
    const mirrored = k === 0 ? 0 : length - k;
    const a = first.re[k]! + first.re[mirrored]!;
    const b = first.im[k]! - first.im[mirrored]!;
    const c = second.im[k]! + second.im[mirrored]!;
    const d = second.re[mirrored]! - second.re[k]!;
    re[k] = re[k]! + (a * c + b * d) * scale;
    im[k] = im[k]! + sign * (b * c - a * d) * scale;
  }
}
