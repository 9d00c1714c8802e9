import type { GraphInput, WindowName } from '../graph.ts';

/** Samples that a window looks back on, at most; beyond it windows are shorter. */
const mostSamples = 20_000;

/** The last samples of an input at a device. */
class Ring {
  readonly #values: Float64Array;
  #count = 0;
  last: number | null = null;

  constructor(size: number) {
    this.#values = new Float64Array(size);
  }

  get size(): number {
    return this.#values.length;
  }

  push(value: number): void {
    this.last = Number.isFinite(value) ? value : null;
    if (this.#values.length === 0) return;
    this.#values[this.#count % this.#values.length] = value;
    this.#count++;
  }

  /** null while fewer samples than asked are there, or none has a value. */
  read(of: WindowName, samples: number): number | null {
    const { length } = this.#values;
    const wanted = Math.min(samples, length);
    if (wanted === 0 || this.#count < wanted) return null;
    let [count, mean, squares, least, greatest] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = this.#count - wanted; i < this.#count; i++) {
      const value = this.#values[i % length] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      count++;
      // Welford 1962: exact enough beside any offset.
      const step = value - mean;
      mean += step / count;
      squares += step * (value - mean);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    if (count === 0) return null;
    return { mean, sd: Math.sqrt(squares / count), lowest: least, highest: greatest }[of];
  }
}

/** A value for each sample of a block, in SI units; undefined where the device lacks the input. */
type Reader = (sample: number) => number;

export type Columns = Readonly<Record<string, Float64Array>>;

/** The last samples of all devices of a run. Nothing of it is kept over a restart. */
export class SampleRings {
  readonly #inputs: readonly GraphInput[];
  readonly #rings = new Map<string, { readonly ring: Ring; readonly rateHz: number }>();

  constructor(inputs: readonly GraphInput[]) {
    this.#inputs = inputs;
  }

  /** Takes the samples of a block one by one, all inputs that it has. */
  takeBlock(device: number, rateHz: number, columns: Columns): { readonly push: (sample: number) => void } {
    const pushes = this.#inputs.flatMap((input) => {
      const read = readerOf(input, columns);
      if (read === undefined) return [];
      const ring = this.#ringOf(device, input, rateHz);
      return [(sample: number) => ring.push(read(sample))];
    });
    return {
      push(sample) {
        for (const push of pushes) push(sample);
      },
    };
  }

  #ringOf(device: number, input: GraphInput, rateHz: number): Ring {
    const key = `${device} ${input.name}`;
    const known = this.#rings.get(key);
    if (known?.rateHz === rateHz) return known.ring;
    const ring = new Ring(Math.min(mostSamples, Math.ceil(input.windowSeconds * rateHz)));
    this.#rings.set(key, { ring, rateHz });
    return ring;
  }

  last(device: number, input: string): number | null {
    return this.#rings.get(`${device} ${input}`)?.ring.last ?? null;
  }

  /** The last sample of an input at a device, until a block of another rate comes. */
  reader(device: number, input: string): () => number | null {
    const ring = this.#rings.get(`${device} ${input}`)?.ring;
    return () => ring?.last ?? null;
  }

  /** Samples that a window of so many seconds looks at. */
  samplesOf(device: number, input: string, seconds: number): number {
    const known = this.#rings.get(`${device} ${input}`);
    return known === undefined ? 0 : Math.min(known.ring.size, Math.round(seconds * known.rateHz));
  }

  window(device: number, input: string, of: WindowName, seconds: number): number | null {
    const known = this.#rings.get(`${device} ${input}`);
    return known === undefined ? null : known.ring.read(of, Math.max(1, Math.round(seconds * known.rateHz)));
  }

  forget(device: number): void {
    for (const { name } of this.#inputs) this.#rings.delete(`${device} ${name}`);
  }
}

function readerOf({ columns: wanted, factor }: GraphInput, columns: Columns): Reader | undefined {
  for (const names of wanted) {
    const found = names.flatMap((name) => columnOf(columns, name) ?? []);
    if (found.length < names.length) continue;
    return (sample) => {
      let sum = 0;
      for (const column of found) sum += column[sample] ?? Number.NaN;
      return sum * factor;
    };
  }
  return undefined;
}

/** By its whole name, or its own after its module. */
function columnOf(columns: Columns, name: string): Float64Array | undefined {
  if (Object.hasOwn(columns, name)) return columns[name];
  const full = Object.keys(columns).find((one) => one.slice(one.indexOf('.') + 1) === name);
  return full === undefined ? undefined : columns[full];
}
