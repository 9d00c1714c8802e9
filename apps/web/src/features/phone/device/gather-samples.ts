import { encodeBlock } from '@sillage/device-protocol';
import { type PhoneModule, phoneModuleNames, phoneModules } from './phone-modules.ts';

/** One sample of a module: when, and a value a column, NaN for one that is missing. */
export interface PhoneSample {
  readonly timeUs: number;
  readonly values: readonly number[];
}

/** Samples of one module that wait for their block. */
export interface Gathered {
  readonly module: PhoneModule;
  readonly samples: readonly PhoneSample[];
}

/** Samples that wait at most, a module; a page that was frozen comes back with thousands. */
const mostWaiting = 5000;
/** Of one block: its bytes are far below the protocol's bound. */
const mostInBlock = 500;

/** Takes samples as they come, and gives them in blocks: in order, none twice, none before the one before. */
export class SampleGatherer {
  readonly #waiting = new Map<PhoneModule, PhoneSample[]>();
  readonly #lastUs = new Map<PhoneModule, number>();

  /** Answers whether it was taken: times that go back, and what overflows, are not. */
  add(module: PhoneModule, sample: PhoneSample): boolean {
    const waiting = this.#waiting.get(module) ?? [];
    const tooEarly = sample.timeUs <= (this.#lastUs.get(module) ?? Number.NEGATIVE_INFINITY);
    if (tooEarly || waiting.length >= mostWaiting || sample.timeUs < 0) return false;
    this.#waiting.set(module, waiting);
    waiting.push(sample);
    this.#lastUs.set(module, sample.timeUs);
    return true;
  }

  /** All that waits before `untilUs`. */
  take(untilUs: number): Gathered[] {
    const taken: Gathered[] = [];
    for (const module of phoneModuleNames) {
      const waiting = this.#waiting.get(module);
      if (waiting === undefined) continue;
      const later = waiting.findIndex(({ timeUs }) => timeUs >= untilUs);
      const samples = waiting.splice(0, later === -1 ? waiting.length : later);
      for (let at = 0; at < samples.length; at += mostInBlock) {
        taken.push({ module, samples: samples.slice(at, at + mostInBlock) });
      }
    }
    return taken;
  }

  /** The clock was set: what waits is of another one. */
  forget(): void {
    this.#waiting.clear();
    this.#lastUs.clear();
  }
}

/** The block of samples that follow each other. */
export function blockOf({ module, samples }: Gathered, recordId: number, sequence: number): Uint8Array<ArrayBuffer> {
  const meta = phoneModules[module];
  const firstSampleUs = samples[0]?.timeUs ?? 0;
  const header = { moduleId: meta.id, sampleCount: samples.length, recordId, sequence, firstSampleUs };
  const bytes = encodeBlock(header, meta, {
    stampsUs: samples.map(({ timeUs }) => timeUs - firstSampleUs),
    columns: meta.columns.map((_, at) => samples.map(({ values }) => values[at] ?? Number.NaN)),
  });
  return new Uint8Array(bytes);
}
