import type { PhoneSample } from './gather-samples.ts';
import type { PhoneModule } from './phone-modules.ts';

/** One line of the page: a sensor of the phone, one figure of it, and how it went. */
export const readingNames = ['acceleration', 'rotation', 'orientation', 'position', 'heart', 'power', 'wheel'] as const;
export type ReadingName = (typeof readingNames)[number];

export interface Reading {
  readonly value: number;
  /** Of the last seconds, one each 100 ms at most, the latest last. */
  readonly trace: readonly number[];
  /** Samples a second, over the last 2 s. */
  readonly rateHz: number;
  /** m, of a position. */
  readonly accuracyMetres: number;
}

const traceValues = 100;
const traceStepUs = 100_000;
const rateOverUs = 2_000_000;

function length(values: readonly number[]): number {
  return Math.hypot(...values);
}

/** Which figures a sample of a module gives. */
const figures: Readonly<Record<PhoneModule, (values: readonly number[]) => Partial<Record<ReadingName, number>>>> = {
  imu: (values) => ({ acceleration: length(values.slice(0, 3)), rotation: length(values.slice(3)) }),
  orientation: ([, beta = Number.NaN]) => ({ orientation: beta }),
  gps: ([, , , speed = Number.NaN]) => ({ position: speed }),
  heart: ([rate = Number.NaN]) => ({ heart: rate }),
  power: ([power = Number.NaN]) => ({ power }),
  wheel: ([speed = Number.NaN]) => ({ wheel: speed }),
};

interface Kept {
  value: number;
  trace: number[];
  tracedUs: number;
  times: number[];
  accuracyMetres: number;
}

/** What the page shows of the sensors; bounded, whatever they bring. */
export class Readings {
  readonly #kept = new Map<ReadingName, Kept>();

  add(module: PhoneModule, { timeUs, values }: PhoneSample): void {
    for (const [name, value] of Object.entries(figures[module](values))) {
      this.#put(name as ReadingName, timeUs, value, module === 'gps' ? (values[5] ?? Number.NaN) : Number.NaN);
    }
  }

  /** Of those that have answered, in the order of the page. */
  at(nowUs: number): ReadonlyMap<ReadingName, Reading> {
    const all = readingNames.flatMap((name): [ReadingName, Reading][] => {
      const kept = this.#kept.get(name);
      if (kept === undefined) return [];
      const { value, trace, accuracyMetres } = kept;
      const recent = kept.times.filter((time) => nowUs - time < rateOverUs).length;
      return [[name, { value, trace: [...trace], rateHz: recent / (rateOverUs / 1e6), accuracyMetres }]];
    });
    return new Map(all);
  }

  #put(name: ReadingName, timeUs: number, value: number, accuracyMetres: number): void {
    const kept = this.#kept.get(name) ?? { value, trace: [], tracedUs: 0, times: [], accuracyMetres };
    this.#kept.set(name, kept);
    kept.value = value;
    kept.accuracyMetres = accuracyMetres;
    kept.times.push(timeUs);
    while ((kept.times[0] ?? timeUs) < timeUs - rateOverUs) kept.times.shift();
    if (timeUs - kept.tracedUs < traceStepUs) return;
    kept.tracedUs = timeUs;
    kept.trace.push(value);
    if (kept.trace.length > traceValues) kept.trace.shift();
  }
}
