import { type BlockHeader, encodeBlock } from '@sillage/device-protocol';
import { firstSampleAtOrAfter, sampleTimeUs } from '../recordings/loop.ts';
import type { SourceModule } from '../recordings/source-module.ts';

/** µs; the samples of one window travel in one block, so a fast module sends 20 blocks a second. */
export const windowUs = 50_000;

/** Samples `first` … `end` − 1 of the endless replay. */
export interface SampleRange {
  readonly first: number;
  readonly end: number;
}

/** One module of a device playing its source against the device's clock. */
export class ModulePlayer {
  readonly source: SourceModule;
  /** Device clock at which the source's time 0 lies, and at which windows are counted from. */
  #originUs: number;
  #windowsFromUs: number;
  #next: number;

  constructor(source: SourceModule, bootUs: number) {
    this.source = source;
    this.#next = source.firstIndex;
    this.#windowsFromUs = bootUs;
    this.#originUs = bootUs - sampleTimeUs(source, source.firstIndex);
  }

  /** Index in the replay of the sample to come. */
  get next(): number {
    return this.#next;
  }

  /** The windows that have ended at `nowUs`. */
  takeWhole(nowUs: number): SampleRange[] {
    return this.#take(this.#windowsFromUs + Math.floor((nowUs - this.#windowsFromUs) / windowUs) * windowUs);
  }

  /** All that is older than `untilUs`, a piece of a window too. */
  takeUntil(untilUs: number): SampleRange[] {
    return this.#take(untilUs);
  }

  /** Lets pass without a block what is older than `untilUs`. */
  skipUntil(untilUs: number): void {
    this.#next = Math.max(this.#next, firstSampleAtOrAfter(this.source, untilUs - this.#originUs));
  }

  /** The device's clock was set: what comes lies `jumpUs` later on it. */
  shift(jumpUs: number): void {
    this.#originUs += jumpUs;
    this.#windowsFromUs += jumpUs;
  }

  /** Packs samples; their stamps are on the device's clock. */
  encode({ first, end }: SampleRange, recordId: number, sequence: number): Uint8Array {
    const { source } = this;
    const sampleCount = end - first;
    const firstSampleUs = this.#timeUs(first);
    const round = source.timesUs.length;
    const header: BlockHeader = { moduleId: source.meta.id, sampleCount, recordId, sequence, firstSampleUs };
    const columns = source.columns.map((column) => {
      const values: number[] = new Array(sampleCount);
      for (let i = 0; i < sampleCount; i++) values[i] = column[(first + i) % round] ?? 0;
      return values;
    });
    if (source.meta.timing === 'regular') return encodeBlock(header, source.meta, { columns });
    const stampsUs = Float64Array.from({ length: sampleCount }, (_, i) => this.#timeUs(first + i) - firstSampleUs);
    return encodeBlock(header, source.meta, { stampsUs, columns });
  }

  #timeUs(n: number): number {
    return this.#originUs + sampleTimeUs(this.source, n);
  }

  #take(untilUs: number): SampleRange[] {
    const ranges: SampleRange[] = [];
    while (this.#timeUs(this.#next) < untilUs) {
      const first = this.#next;
      const window = Math.floor((this.#timeUs(first) - this.#windowsFromUs) / windowUs);
      const endUs = Math.min(untilUs, this.#windowsFromUs + (window + 1) * windowUs);
      this.#next = firstSampleAtOrAfter(this.source, endUs - this.#originUs);
      ranges.push({ first, end: this.#next });
    }
    return ranges;
  }
}
