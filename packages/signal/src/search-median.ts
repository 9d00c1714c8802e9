/** Samples of one beginning that are kept and put in order, instead of being counted further: 0.5 MB. */
const mostKept = 65_536;
const [digitBits, digits] = [16, 4];
const values = 2 ** digitBits;

/**
 * The median of samples that are read in pieces, and then again while it wants more passes: exact, in little memory whatever their
 * number. A digit of 16 bits is found in a pass, of numbers whose bits are turned so that they stand in the order of their values.
 */
export class MedianSearch {
  readonly #ranks: readonly RankSearch[];

  /** @param count of the finite samples; no other ones count */
  constructor(count: number) {
    const [lower, upper] = [Math.floor((count - 1) / 2), Math.floor(count / 2)];
    this.#ranks =
      count < 1 ? [] : lower === upper ? [new RankSearch(lower)] : [lower, upper].map((n) => new RankSearch(n));
  }

  get wantsMore(): boolean {
    return this.#ranks.some(({ found }) => found === undefined);
  }

  add(samples: Float32Array | Float64Array): void {
    for (const rank of this.#ranks) if (rank.found === undefined) rank.add(samples);
  }

  /** All samples were read once more. */
  endPass(): void {
    for (const rank of this.#ranks) if (rank.found === undefined) rank.endPass();
  }

  /** Undefined without samples; none where fewer were read than were counted. */
  get median(): number | undefined {
    const found = this.#ranks.flatMap((rank) => rank.found ?? []);
    const [lower, upper] = [found[0], found.at(-1)];
    return lower === undefined || upper === undefined ? undefined : lower / 2 + upper / 2;
  }
}

class RankSearch {
  /** Among those that begin with the digits that are known. */
  #rank: number;
  /** Of the value; the rest are 0. */
  #known: number[] = [];
  #counts: Uint32Array | undefined = new Uint32Array(values);
  #kept: Float64Array | undefined;
  #keptSamples = 0;
  found: number | undefined;

  constructor(rank: number) {
    this.#rank = rank;
  }

  add(samples: Float32Array | Float64Array): void {
    const [a = 0, b = 0, c = 0] = this.#known;
    const level = this.#known.length;
    for (const sample of samples) {
      if (!Number.isFinite(sample)) continue;
      scratch[0] = sample === 0 ? 0 : sample;
      const high = words[highWord] ?? 0;
      const low = words[1 - highWord] ?? 0;
      const isNegative = high >>> 31 === 1;
      const [up, down] = isNegative ? [~high >>> 0, ~low >>> 0] : [(high | 0x80000000) >>> 0, low];
      if (level > 0 && up >>> digitBits !== a) continue;
      if (level > 1 && (up & (values - 1)) !== b) continue;
      if (level > 2 && down >>> digitBits !== c) continue;
      if (this.#kept) this.#kept[this.#keptSamples++] = sample;
      else if (this.#counts) {
        const word = level < 2 ? up : down;
        const digit = level % 2 === 0 ? word >>> digitBits : word & (values - 1);
        this.#counts[digit] = (this.#counts[digit] ?? 0) + 1;
      }
    }
  }

  endPass(): void {
    if (this.#kept) {
      this.found = this.#kept.subarray(0, this.#keptSamples).sort()[this.#rank] ?? Number.NaN;
      return;
    }
    const counts = this.#counts ?? new Uint32Array();
    let digit = 0;
    for (let count = counts[0] ?? 0; this.#rank >= count && digit < values - 1; count = counts[digit] ?? 0) {
      this.#rank -= count;
      digit++;
    }
    const among = counts[digit] ?? 0;
    this.#known.push(digit);
    if (this.#known.length === digits) this.found = doubleOf(this.#known);
    else if (among <= mostKept) this.#kept = new Float64Array(among);
    else counts.fill(0);
    if (this.found !== undefined || this.#kept) this.#counts = undefined;
  }
}

const scratch = new Float64Array(1);
const words = new Uint32Array(scratch.buffer);
scratch[0] = 1;
/** Where its sign and exponent are. */
const highWord = words[0] === 0 ? 1 : 0;

function doubleOf([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  const [up, down] = [((a << digitBits) | b) >>> 0, ((c << digitBits) | d) >>> 0];
  const isNegative = up >>> 31 === 0;
  words[highWord] = isNegative ? ~up : up & 0x7fffffff;
  words[1 - highWord] = isNegative ? ~down : down;
  return scratch[0] ?? Number.NaN;
}
