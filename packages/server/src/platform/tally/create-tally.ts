import { type Tallied, tallied } from '@sillage/contract';
import type { Log } from '../log/index.ts';

export interface TallyRow {
  readonly what: Tallied;
  /** null = of no known device. */
  readonly device: number | null;
  /** Since the program started. */
  readonly count: number;
  /** ms since 1970 */
  readonly lastMs: number;
  /** Of the last time: the field of a meta that is wrong, the system's word for an error. */
  readonly reason: string | null;
}

/** Counts what an operator must see without a line of the log for each time. */
export interface Tally {
  count(what: Tallied, about?: { readonly device?: number; readonly reason?: string }): void;
  rows(): TallyRow[];
  close(): void;
}

/** Devices told apart of one kind; strangers may make up any number of theirs, so what is beyond counts as of no device. */
const maxRowsOfAKind = 1000;
const maxReasonLength = 200;
const logEveryMs = 60_000;

/** Tells the log once a minute what came since, one line a kind with the devices that had most of it. */
export function createTally(dependencies: { readonly log: Log; readonly nowMs: () => number }): Tally {
  const rows = new Map<string, { -readonly [K in keyof TallyRow]: TallyRow[K] } & { logged: number }>();

  const rowsOfKind = new Map<Tallied, number>();

  function rowOf(what: Tallied, device: number | null) {
    const known = rows.get(`${what} ${device}`);
    if (known !== undefined) return known;
    const ofKind = rowsOfKind.get(what) ?? 0;
    if (device !== null && ofKind >= maxRowsOfAKind) return rowOf(what, null);
    rowsOfKind.set(what, ofKind + 1);
    const row = { what, device, count: 0, lastMs: 0, reason: null, logged: 0 };
    rows.set(`${what} ${device}`, row);
    return row;
  }

  function tell(): void {
    for (const what of tallied) {
      const grown = [...rows.values()].filter((row) => row.what === what && row.count > row.logged);
      if (grown.length === 0) continue;
      grown.sort((a, b) => b.count - b.logged - (a.count - a.logged));
      const most = grown
        .slice(0, 5)
        .map(({ device, count, logged, reason }) => ({ device, times: count - logged, reason }));
      const times = grown.reduce((sum, row) => sum + row.count - row.logged, 0);
      dependencies.log.warn({ what, times, most }, 'counted in the last minute');
      for (const row of grown) row.logged = row.count;
    }
  }

  const timer = setInterval(tell, logEveryMs).unref();
  return {
    count(what, { device, reason } = {}) {
      const row = rowOf(what, device ?? null);
      row.count++;
      row.lastMs = dependencies.nowMs();
      if (reason !== undefined) row.reason = reason.slice(0, maxReasonLength);
    },
    rows: () => [...rows.values()].map(({ logged: _logged, ...row }) => row),
    close() {
      clearInterval(timer);
      tell();
    },
  };
}
