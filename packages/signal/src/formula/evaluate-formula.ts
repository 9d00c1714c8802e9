import { designBandpass, designHighpass, designLowpass } from './design-filter.ts';
import { isOfOne, joinAt, joinEach, mapEach } from './each-sample.ts';
import { filterColumn } from './filter-column.ts';
import type { Part } from './formula-parts.ts';
import { limitsOf, mostMedianSamples } from './limit-settings.ts';
import { type ClockMeasure, measureClock } from './measure-clock.ts';
import {
  blockSamples,
  blocksOf,
  type SampleClock,
  type SampleColumn,
  type SamplesAtHand,
  type ScratchColumn,
} from './samples-at-hand.ts';
import { differentiate, integrate, resampleColumn, slideMean, slideMedian, WindowTooFull } from './walk-columns.ts';

/** Why samples do not allow what a formula asks, which only they say: a clock that is slower than it is said to be. */
export class NotForTheseSamples extends Error {
  readonly code: 'frequency' | 'window';
  readonly words: Readonly<Record<string, number>>;
  constructor(code: 'frequency' | 'window', words: Readonly<Record<string, number>>) {
    super(code);
    this.code = code;
    this.words = words;
  }
}

/**
 * The samples of a formula, at the times of the variable that it names first. What goes along samples (filters, integrals) is
 * made at once, into scratch columns; the rest as it is read.
 */
export function evaluateFormula(root: Part, hand: SamplesAtHand): SampleColumn {
  const column = new Evaluation(hand).columnOf(root);
  if (column === undefined) throw new TypeError('a formula without samples');
  return column;
}

class Evaluation {
  readonly #hand: SamplesAtHand;
  readonly #measures = new Map<SampleClock, ClockMeasure>();
  /** What was made along samples, by what it says: the same part of a formula is made once. */
  readonly #made = new Map<string, SampleColumn>();

  constructor(hand: SamplesAtHand) {
    this.#hand = hand;
  }

  /** Undefined of a number. */
  columnOf(part: Part): SampleColumn | undefined {
    switch (part.kind) {
      case 'number':
        return undefined;
      case 'variable':
        return this.#hand.column(part.name);
      case 'each':
        return this.#each(part);
      case 'along':
        return this.#once(JSON.stringify(part), () => this.#along(part));
    }
  }

  #once(key: string, make: () => SampleColumn): SampleColumn {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    return made;
  }

  #measure(clock: SampleClock): ClockMeasure {
    const measure = this.#measures.get(clock) ?? measureClock(clock);
    this.#measures.set(clock, measure);
    return measure;
  }

  #each({ of, inputs }: Part & { kind: 'each' }): SampleColumn {
    const columns = inputs.map((input) => this.columnOf(input));
    const clock = columns.find((column) => column !== undefined)?.clock;
    if (clock === undefined) throw new TypeError('numbers are known before there are samples');
    const readers = inputs.map((input, i) => {
      const column = columns[i];
      if (column === undefined) return { value: input.kind === 'number' ? input.value : Number.NaN };
      return column.clock === clock ? column : this.#atTimesOf(clock, column, input);
    });
    return new EachColumn(of, readers, clock);
  }

  #atTimesOf(clock: SampleClock, column: SampleColumn, input: Part): SampleColumn {
    // Two clocks never share a key: of one formula, the other clock is that of its first variable.
    return this.#once(`${this.#numberOf(clock)} ${JSON.stringify(input)}`, () => {
      const out = this.#hand.scratch(clock);
      resampleColumn(column, this.#measure(column.clock), clock, out);
      return out;
    });
  }

  readonly #clocks: SampleClock[] = [];
  #numberOf(clock: SampleClock): number {
    if (!this.#clocks.includes(clock)) this.#clocks.push(clock);
    return this.#clocks.indexOf(clock);
  }

  #along(part: Part & { kind: 'along' }): SampleColumn {
    const given = this.columnOf(part.input);
    if (given === undefined) throw new TypeError('nothing goes along a number');
    const measure = this.#measure(given.clock);
    // What is computed of each sample would be computed again at every reading.
    const column = part.input.kind === 'each' ? copied(given, this.#hand.scratch(given.clock)) : given;
    const broken = limitsOf(part, measure.rateHz);
    if (broken !== undefined) throw new NotForTheseSamples(broken.code, broken.words);
    const out = this.#hand.scratch(given.clock);
    const [first = 0, second = 0, third = 0] = part.settings;
    const { rateHz } = measure;
    switch (part.of) {
      case 'lowpass':
        filterColumn(column, designLowpass(first, rateHz, second), measure, out);
        break;
      case 'highpass':
        filterColumn(column, designHighpass(first, rateHz, second), measure, out);
        break;
      case 'bandpass':
        filterColumn(column, designBandpass(first, second, rateHz, third), measure, out);
        break;
      case 'derivative':
        differentiate(column, measure, out);
        break;
      case 'integral':
        integrate(column, measure, out);
        break;
      case 'mean':
        slideMean(column, first, measure, out);
        break;
      case 'median':
        medianOrStop(column, first, measure, out);
        break;
    }
    return out;
  }
}

function medianOrStop(column: SampleColumn, seconds: number, measure: ClockMeasure, out: ScratchColumn): void {
  try {
    // A jitter of the clock may put some more into a window.
    slideMedian(column, seconds, measure, 2 * mostMedianSamples, out);
  } catch (error) {
    if (!(error instanceof WindowTooFull)) throw error;
    throw new NotForTheseSamples('window', { most: mostMedianSamples / measure.rateHz });
  }
}

function copied(column: SampleColumn, out: ScratchColumn): SampleColumn {
  const values = new Float64Array(Math.min(blockSamples, column.clock.samples));
  for (const { from, to } of blocksOf(0, column.clock.samples)) {
    const block = values.subarray(0, to - from);
    column.read(from, block);
    out.write(from, block);
  }
  return out;
}

type Reader = SampleColumn | { readonly value: number };

/** Computed of each sample as it is read. */
class EachColumn implements SampleColumn {
  readonly clock: SampleClock;
  readonly #of: Parameters<typeof joinEach>[0];
  readonly #readers: readonly Reader[];
  #other = new Float64Array(0);

  constructor(of: Parameters<typeof joinEach>[0], readers: readonly Reader[], clock: SampleClock) {
    this.#of = of;
    this.#readers = readers;
    this.clock = clock;
  }

  read(from: number, into: Float64Array): void {
    const [first, ...others] = this.#readers;
    if (first === undefined) throw new TypeError('nothing is computed of nothing');
    readInto(first, from, into);
    if (isOfOne(this.#of)) mapEach(this.#of, into);
    if (others.length === 0) return;
    if (this.#other.length < into.length) this.#other = new Float64Array(into.length);
    const other = this.#other.subarray(0, into.length);
    others.forEach((reader, i) => {
      readInto(reader, from, other);
      joinEach(joinAt(this.#of, i + 1), into, other);
    });
  }
}

function readInto(reader: Reader, from: number, into: Float64Array): void {
  if ('value' in reader) into.fill(reader.value);
  else reader.read(from, into);
}
