import type { BufferState } from '@sillage/contract';

/** ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is there of one device: heard while nobody recorded, and recorded. */
export interface DeviceTimes {
  readonly number: number;
  readonly heard: readonly Span[];
  readonly recorded: readonly Span[];
}

/** ms; a shorter piece makes no record. */
const shortestMs = 1000;

export const lengthOf = ({ from, to }: Span): number => to - from;

/** What of these lies in a span. */
export function within(spans: readonly Span[], { from, to }: Span): Span[] {
  return spans
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.to > one.from);
}

/** Those that touch become one, earliest first. */
export function joined(spans: readonly Span[]): Span[] {
  const done: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1);
    if (last === undefined || span.from > last.to) done.push(span);
    else done[done.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return done;
}

/** What of a span lies in none of these. */
function without(span: Span, spans: readonly Span[]): Span[] {
  const pieces: Span[] = [];
  let at = span.from;
  for (const one of joined(within(spans, span))) {
    pieces.push({ from: at, to: one.from });
    at = one.to;
  }
  pieces.push({ from: at, to: span.to });
  return pieces.filter((piece) => piece.to > piece.from);
}

/** What keeping a time makes of one device. */
export interface Keeping {
  readonly records: number;
  /** Of what was recorded already. */
  readonly selections: number;
  /** ms that are neither heard nor recorded. */
  readonly missingMs: number;
}

/** What keeping a time will make of a device, as the server does it: records of what nobody recorded, selections of the rest. */
export function judgeKeeping({ heard, recorded }: DeviceTimes, wanted: Span): Keeping {
  const pieces = without(wanted, recorded).filter((piece) => lengthOf(piece) >= shortestMs);
  const missing = without(wanted, [...heard, ...recorded]);
  return {
    records: pieces.reduce((sum, piece) => sum + within(heard, piece).length, 0),
    selections: within(recorded, wanted).length,
    missingMs: missing.reduce((sum, piece) => sum + lengthOf(piece), 0),
  };
}

/** A stretch of time in which devices moved. */
export interface Moved extends Span {
  /** 0 where all rested, 1 where one moved as much as it does at most. */
  readonly height: number;
}

/** What of the movement that the server tells lies in a span. */
export function movedWithin({ from, every, levels }: BufferState['movement'], { from: start, to: end }: Span): Moved[] {
  const fromMs = Date.parse(from);
  return levels.flatMap((level, i) => {
    const [begins, ends] = [fromMs + i * every * 1000, fromMs + (i + 1) * every * 1000];
    const isSeen = level !== null && ends > start && begins < end;
    return isSeen ? [{ from: Math.max(begins, start), to: Math.min(ends, end), height: level / 100 }] : [];
  });
}

/** ms of a day. */
const dayMs = 86_400_000;

/**
 * The moment at which a clock shows the typed time, nearest to a moment.
 * @param shown `hh:mm:ss`, of that moment, on the same clock
 * @param typed `hh:mm` or `hh:mm:ss`
 * @returns undefined where it is no time
 */
export function momentOf(typed: string, shown: string, momentMs: number): number | undefined {
  const [wanted, now] = [secondsOf(typed), secondsOf(shown)];
  if (wanted === undefined || now === undefined) return undefined;
  const byMs = (wanted - now) * 1000;
  const nearest = byMs > dayMs / 2 ? byMs - dayMs : byMs < -dayMs / 2 ? byMs + dayMs : byMs;
  return Math.floor(momentMs / 1000) * 1000 + nearest;
}

function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  return h < 24 && m < 60 && s < 60 ? (h * 60 + m) * 60 + s : undefined;
}
