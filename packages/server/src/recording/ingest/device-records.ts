import type { JournalState } from '../journal/index.ts';
import type { OpenRecord } from './device-record.ts';

/** Records opened in a row because the device reports them, and ms for one more. */
const openingsInARow = 10;
const openingEveryMs = 5000;

/** The records of one device that are open, are being opened, or have ended; by the device's own record number. */
export class DeviceRecords {
  readonly #open = new Map<number, OpenRecord>();
  /** Those open whose start the device told since it connected: what it sends under their numbers is theirs. */
  readonly #compared = new Map<number, OpenRecord>();
  readonly #opening = new Map<number, Promise<void>>();
  /** Those stopped and complete, with their start in µs: their blocks are not wanted any more. */
  readonly #ended = new Map<number, number>();
  /** How many may still be opened in a row, and when (monotonic ms) that was true. */
  #allowance = { left: 0, atMs: Number.NEGATIVE_INFINITY };
  /** Why the last one could not be opened. */
  #problem: JournalState = 'ok';

  get size(): number {
    return this.#open.size;
  }

  get(id: number): OpenRecord | undefined {
    return this.#open.get(id);
  }

  /** The open record to which a block of this number belongs; undefined while that is not certain. */
  taking(id: number): OpenRecord | undefined {
    return this.#compared.get(id);
  }

  /** The device told its start. */
  compared(record: OpenRecord): void {
    if (this.#open.get(record.deviceRecordId) === record) this.#compared.set(record.deviceRecordId, record);
  }

  /** The device uses its number for another one by now: what it said of this one is of the past. */
  displaced(record: OpenRecord): void {
    this.#compared.delete(record.deviceRecordId);
    record.displaced();
  }

  /** The device is away: it may come back with another memory. */
  left(): void {
    this.#compared.clear();
  }

  all(): OpenRecord[] {
    return [...this.#open.values()];
  }

  /** Start in µs of a record that was stopped and is complete. */
  endOf(id: number): number | undefined {
    return this.#ended.get(id);
  }

  opened(record: OpenRecord): void {
    this.#problem = 'ok';
    this.#open.set(record.deviceRecordId, record);
    this.#ended.delete(record.deviceRecordId);
  }

  notOpened(problem: JournalState): void {
    this.#problem = problem;
  }

  /** It is not open any more; another of its number may be. */
  closed(record: OpenRecord): void {
    const { deviceRecordId: id } = record;
    if (this.#open.get(id) === record) this.#open.delete(id);
    if (this.#compared.get(id) === record) this.#compared.delete(id);
  }

  /** The device has said how it ended: its blocks are not wanted any more. */
  ended({ deviceRecordId, startUs }: OpenRecord): void {
    this.#ended.set(deviceRecordId, startUs);
  }

  /** The end of the opening of a record, well or badly; undefined when it is not being opened. */
  openingOf(id: number): Promise<void> | undefined {
    return this.#opening.get(id);
  }

  openings(): Promise<void>[] {
    return [...this.#opening.values()];
  }

  /** Whoever wants the record meanwhile waits for the end of `work`, which opens it. */
  async whileOpening<T>(id: number, work: Promise<T>): Promise<T> {
    const opening = work.then(
      () => {},
      () => {},
    );
    this.#opening.set(id, opening);
    try {
      return await work;
    } finally {
      if (this.#opening.get(id) === opening) this.#opening.delete(id);
    }
  }

  /** A device that names another record at each report must not make rows, files and tasks without end. */
  mayOpen(monotonicMs: number): boolean {
    const allowance = this.#allowance;
    const earned = Math.floor((monotonicMs - allowance.atMs) / openingEveryMs);
    if (earned > 0) {
      allowance.left = Math.min(openingsInARow, allowance.left + earned);
      allowance.atMs = allowance.left < openingsInARow ? allowance.atMs + earned * openingEveryMs : monotonicMs;
    }
    if (allowance.left === 0) return false;
    allowance.left--;
    return true;
  }

  /** Whether what the device sends reaches the disk: the worst of its journals. */
  get journalState(): JournalState {
    const states = [this.#problem, ...this.all().map(({ journal }) => journal.state)];
    return states.find((state) => state === 'full') ?? states.find((state) => state === 'failing') ?? 'ok';
  }
}
