import type { Arrival } from '../journal/index.ts';

/** ms between arrivals that are kept of a record, and bytes of its blocks: an arrival takes 28, a third of a percent of them. */
const everyMs = 2000;
const everyBytes = 8192;

/** When a record was opened, on both of the server's clocks. */
interface OpenedAt {
  /** monotonic ms */
  readonly openedMs: number;
  /** ms since 1970 */
  readonly openedAtMs: number;
}

/** Of the blocks of one record that come as they are measured: which was here soonest after it, every few seconds. */
export class ArrivalNotes {
  readonly #opened: OpenedAt;
  #best: Arrival | undefined;
  #sinceMs: number;
  #bytes = 0;

  constructor(opened: OpenedAt) {
    this.#opened = opened;
    this.#sinceMs = opened.openedMs;
  }

  /**
   * A block came whose last sample had been measured at `deviceUs`; answers what is to be kept of those before it, every
   * few seconds.
   */
  took(deviceUs: number, monotonicMs: number, bytes: number): Arrival | undefined {
    const { openedMs, openedAtMs } = this.#opened;
    const came: Arrival = {
      deviceUs: Math.round(deviceUs),
      serverUs: Math.round((openedAtMs + monotonicMs - openedMs) * 1000),
      run: Math.floor(openedAtMs / 1000) >>> 0,
    };
    const best = this.#best;
    if (best !== undefined && monotonicMs - this.#sinceMs >= everyMs && this.#bytes >= everyBytes) {
      this.#best = came;
      this.#sinceMs = monotonicMs;
      this.#bytes = bytes;
      return best;
    }
    this.#bytes += bytes;
    if (best === undefined || delayOf(came) < delayOf(best)) this.#best = came;
    return undefined;
  }
}

const delayOf = ({ serverUs, deviceUs }: Arrival) => serverUs - deviceUs;
