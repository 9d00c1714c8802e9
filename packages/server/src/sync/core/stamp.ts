/**
 * When somebody edited something, comparable as text on every server: milliseconds since 1970 (15 digits), a counter (6 digits) for
 * edits that a wall clock cannot tell apart or tells in the wrong order, and the node that made it (a uuid). A hybrid logical
 * clock after Kulkarni et al., 2014, kept for each field: two fields may bear the same stamp, two values of one never do.
 */
export type Stamp = string;

/** Before every stamp. */
export const never: Stamp = '';

const msDigits = 15;
const counterDigits = 6;
const largestCounter = 10 ** counterDigits - 1;
const stampText = '\\d{15}\\.\\d{6}\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
export const stampPattern = new RegExp(`^${stampText}$`);

export function makeStamp(ms: number, counter: number, node: string): Stamp {
  return `${String(ms).padStart(msDigits, '0')}.${String(counter).padStart(counterDigits, '0')}.${node}`;
}

export const msOf = (stamp: Stamp): number => Number(stamp.slice(0, msDigits));
export const nodeOf = (stamp: Stamp): string => stamp.slice(msDigits + counterDigits + 2);
const counterOf = (stamp: Stamp): number => Number(stamp.slice(msDigits + 1, msDigits + 1 + counterDigits));

/**
 * The edits that a writer had seen: of each server the last one, joined by commas. A vector of stamps, since one alone cannot say
 * which of two edits that did not know of each other its writer knew.
 */
export type Seen = string;

/** Servers of which a writer's knowledge is kept: of those beyond, an edit counts as one that was not seen, and is kept. */
const mostSeen = 24;
export const seenPattern = new RegExp(`^(?:${stampText}(?:,${stampText}){0,${mostSeen - 1}})?$`);

/** What is known after what several had seen; the same in whatever order they are given. */
export function joinSeen(...seen: readonly Seen[]): Seen {
  const given = seen.flatMap((one) => (one === never ? [] : one.split(',')));
  if (given.length < 2) return given[0] ?? never;
  const last = new Map<string, Stamp>();
  for (const stamp of given) {
    const node = nodeOf(stamp);
    if (stamp > (last.get(node) ?? never)) last.set(node, stamp);
  }
  return [...last.values()].sort().slice(-mostSeen).join(',');
}

/** What had been seen of others than these servers. */
export const seenOfOthers = (seen: Seen, nodes: ReadonlySet<string>): Seen =>
  joinSeen(...seen.split(',').filter((stamp) => !nodes.has(nodeOf(stamp))));

/** The last edit of a server that somebody had seen. */
export const lastSeenOf = (seen: Seen, node: string): Stamp =>
  seen.split(',').find((stamp) => nodeOf(stamp) === node) ?? never;

/** Whether who wrote one edit had seen the other. */
export function hasSeen({ at, seen }: { readonly at: Stamp; readonly seen: Seen }, edit: Stamp): boolean {
  const node = nodeOf(edit);
  if (nodeOf(at) === node) return at >= edit;
  return lastSeenOf(seen, node) >= edit;
}

/**
 * The stamp of an edit that was made at `ms` by whoever saw `after`: later than that, whatever the clock says. So a clock that
 * is wrong by a year only wins over edits that it did not see, and the next edit of anybody who saw it wins again.
 */
export function stampAfter(after: Stamp, ms: number, node: string): Stamp {
  const wallMs = Math.max(0, Math.floor(ms));
  if (after === never || wallMs > msOf(after)) return makeStamp(wallMs, 0, node);
  const counter = counterOf(after) + 1;
  return counter > largestCounter ? makeStamp(msOf(after) + 1, 0, node) : makeStamp(msOf(after), counter, node);
}

/** When an edit was made, in the time of the cloud: this clock's error is taken off, and nothing is edited in the future. */
export function editedAtMs(changedAtMs: number, nowMs: number, offsetMs: number): number {
  return Math.min(changedAtMs, nowMs) + offsetMs;
}
