import type { AwaitedState } from '@sillage/domain';
import type { Journal } from '../journal/index.ts';
import { ArrivalNotes } from './note-arrivals.ts';
import type { Told } from './told-records.ts';

/** No connection of a device: they are counted from 1. */
const beforeAll = 0;
/** ms after which what failed is tried again: doubled each time. */
const retryFirstMs = 1000;
const retryMostMs = 60_000;

interface Opened {
  readonly recordId: number;
  readonly uid: string;
  readonly clientId: number;
  readonly deviceRecordId: number;
  /** µs, device clock: T = 0. */
  readonly startUs: number;
  /** Server clock minus device clock, µs, by which the record is dated; null when it was not known. */
  readonly clockOffsetUs: number | null;
  /** monotonic ms */
  readonly openedMs: number;
  /** ms since 1970 */
  readonly openedAtMs: number;
  readonly state: AwaitedState;
  readonly journal: Journal;
}

/** A record whose samples still come in, and all that may change it. */
export class OpenRecord {
  readonly recordId: number;
  readonly uid: string;
  readonly clientId: number;
  readonly deviceRecordId: number;
  readonly startUs: number;
  readonly clockOffsetUs: number | null;
  readonly openedMs: number;
  /** Of blocks that come as they are measured. */
  readonly arrivals: ArrivalNotes;
  #state: AwaitedState | 'finishing';
  #journal: Journal;
  #lastUs: number;
  #told: Told | undefined;
  #asksAll = false;
  #finishing: Promise<boolean> | undefined;
  #retryAtMs = 0;
  #failures = 0;
  #hasWrongTime = false;
  #headers = 0;
  #describedAs: string | undefined;

  constructor(opened: Opened) {
    this.recordId = opened.recordId;
    this.uid = opened.uid;
    this.clientId = opened.clientId;
    this.deviceRecordId = opened.deviceRecordId;
    this.startUs = opened.startUs;
    this.clockOffsetUs = opened.clockOffsetUs;
    this.openedMs = opened.openedMs;
    this.arrivals = new ArrivalNotes(opened);
    this.#state = opened.state;
    this.#journal = opened.journal;
    this.#lastUs = opened.startUs;
    const { header } = opened.journal.content;
    this.#describedAs = header && JSON.stringify(header.meta.modules);
  }

  /** `recording`: live. `repairing`: stopped, missing blocks are asked for. `finishing`: nothing is taken any more. */
  get state(): AwaitedState | 'finishing' {
    return this.#state;
  }

  get journal(): Journal {
    return this.#journal;
  }

  /** µs, device clock, of the newest block. */
  get lastUs(): number {
    return this.#lastUs;
  }

  /** A block was kept whose samples begin then. */
  took(firstSampleUs: number): void {
    this.#lastUs = Math.max(this.#lastUs, firstSampleUs);
  }

  /** What the device said last that it holds of it; only `toldNow` may be asked for. */
  get told(): Told | undefined {
    return this.#told;
  }

  /** The device said what it holds of it: see `told` of its session. */
  toldAs(told: Told): void {
    this.#told = told;
  }

  /** The device uses its number for another one by now: what it said of this one is of the past. */
  displaced(): void {
    if (this.#told !== undefined) this.#told = { ...this.#told, connection: beforeAll };
  }

  /** µs, device clock; when the device said that it stopped, null when it has not said. */
  get stopUs(): number | null {
    return this.#told?.stored.stopUs ?? null;
  }

  /** All of its blocks are asked for again, also those that are here. */
  get asksAll(): boolean {
    return this.#asksAll;
  }

  askAll(): void {
    this.#asksAll = true;
  }

  /** The device was asked for all of them. */
  askedAll(): void {
    this.#asksAll = false;
  }

  /** The device makes it no longer. Answers whether it did. */
  stopped(): boolean {
    if (this.#state !== 'recording') return false;
    this.#state = 'repairing';
    return true;
  }

  /** While it is being finished. */
  get finishing(): Promise<boolean> | undefined {
    return this.#finishing;
  }

  /**
   * Nothing is taken any more while `work` ends it; whoever asks meanwhile, or afterwards, has the same answer. When that
   * fails the record is as before, and tried again after a while.
   */
  finishOnce(work: () => Promise<void>, failed: (error: unknown) => void): Promise<boolean> {
    this.#finishing ??= this.#finish(work, failed).finally(() => {
      this.#finishing = undefined;
    });
    return this.#finishing;
  }

  async #finish(work: () => Promise<void>, failed: (error: unknown) => void): Promise<boolean> {
    if (this.#state === 'finishing') return true; // it has ended before
    this.#state = 'finishing';
    try {
      await work();
      return true;
    } catch (error) {
      this.#state = 'repairing';
      failed(error);
      return false;
    }
  }

  /** It is opened anew in place of this: whoever repairs this one leaves off. */
  leftOff(): void {
    this.#state = 'finishing';
  }

  /** Monotonic ms; before it, what failed is not tried again. */
  get retryAtMs(): number {
    return this.#retryAtMs;
  }

  /** What was tried failed: the next time is later each time. */
  waitLonger(monotonicMs: number): void {
    this.#retryAtMs = monotonicMs + Math.min(retryMostMs, retryFirstMs * 2 ** this.#failures++);
  }

  /** Its journal was written anew, into another file. */
  rewritten(journal: Journal): void {
    this.#journal = journal;
  }

  /** Descriptions of the device in the journal since it was opened. */
  get headers(): number {
    return this.#headers;
  }

  /** The modules in the last of them, as JSON. */
  get describedAs(): string | undefined {
    return this.#describedAs;
  }

  /** A description of the device, with these modules, was written to its journal. */
  described(modulesText: string | undefined): void {
    this.#headers += 1;
    this.#describedAs = modulesText;
  }

  /** Its date may be wrong. Answers whether nobody doubted it before. */
  doubtDate(): boolean {
    const isFirst = !this.#hasWrongTime;
    this.#hasWrongTime = true;
    return isFirst;
  }

  /** The doubt was not kept: the next one is said again. */
  forgetDoubt(): void {
    this.#hasWrongTime = false;
  }
}
