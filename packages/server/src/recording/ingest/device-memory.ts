import type { ReadBefore } from '../journal/index.ts';
import type { Told } from './told-records.ts';

/** ms after which what a device has recorded is asked for again: doubled each time. */
const againFirstMs = 2000;
const againMostMs = 60_000;

/** Journals that are kept as they were read, and stretches of blocks in one: some 100 KB in all. */
const maxJournals = 100;
const maxRanges = 64;

/** What one device has in its memory, as far as it is to be fetched. */
export class DeviceMemory {
  /** What it listed and was not looked at yet. */
  #unfetched: AsyncGenerator<Told, void> | undefined;
  /** Monotonic ms from which it is asked again what it has, because something of it was not fetched. */
  #againMs = Number.POSITIVE_INFINITY;
  /** How often that was so since it connected. */
  #failures = 0;
  #isRepairing = false;
  /** Journals of its records as they were read last, by uid of the record. */
  readonly #journals = new Map<string, ReadBefore>();

  /** It has connected: what failed before counts no longer. */
  connected(): void {
    this.#failures = 0;
  }

  /** It is away: what it listed is listed again when it comes back. */
  left(): void {
    this.#unfetched = undefined;
  }

  /** Something was not fetched: nobody may have to reconnect the device for that. */
  fetchLater(monotonicMs: number): void {
    this.#againMs = monotonicMs + Math.min(againMostMs, againFirstMs * 2 ** this.#failures++);
  }

  /** Whether it will be asked again by itself. */
  get isAskedLater(): boolean {
    return this.#againMs !== Number.POSITIVE_INFINITY;
  }

  isDue(monotonicMs: number): boolean {
    return this.#unfetched === undefined && monotonicMs >= this.#againMs;
  }

  /** Goes through what it lists now, until something fails again. */
  list(records: AsyncGenerator<Told, void>): void {
    this.#againMs = Number.POSITIVE_INFINITY;
    this.#unfetched = records;
  }

  /** The next record that it lists; `again` when it was listed anew meanwhile, undefined when there is none left. */
  async next(): Promise<Told | 'again' | undefined> {
    const list = this.#unfetched;
    const next = await list?.next();
    if (next !== undefined && !next.done) return next.value;
    if (this.#unfetched === list) this.#unfetched = undefined;
    return this.#unfetched === undefined ? undefined : 'again';
  }

  /** The journal of a record as it was read last. */
  journalRead(uid: string): ReadBefore | undefined {
    return this.#journals.get(uid);
  }

  /** So that it is not read again each time the device lists the record. One with many gaps takes too much room. */
  readJournal(uid: string, read: ReadBefore): void {
    let ranges = 0;
    for (const received of read.content.received.values()) ranges += received.ranges;
    if (ranges > maxRanges) return;
    if (this.#journals.size >= maxJournals) this.#journals.clear();
    this.#journals.set(uid, read);
  }

  /** Runs `work` unless it runs. */
  async repairAlone(work: () => Promise<void>): Promise<void> {
    if (this.#isRepairing) return;
    this.#isRepairing = true;
    try {
      await work();
    } finally {
      this.#isRepairing = false;
    }
  }
}
