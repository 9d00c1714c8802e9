/** What a clock on the wall shows along a time axis. */
export interface WallClock {
  /** ms since 1970 at 0 of the axis */
  readonly timestamp: number;
  /** IANA; hours change along the axis where they change there. */
  readonly timezone: string;
}

const daySeconds = 86_400;
/** One for each zone that records were opened of: there are some hundred in the world. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const kept = formats.get(timezone);
  if (kept !== undefined) return kept;
  const two = '2-digit' as const;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    hour: two,
    minute: two,
    second: two,
    fractionalSecondDigits: 3,
  });
  formats.set(timezone, made);
  return made;
}

/** `09:12:30.500`: as many decimals of the second as said, none below 0 without the seconds. */
export function formatClock({ timestamp, timezone }: WallClock, seconds: number, decimals = 3): string {
  const unit = 10 ** (3 - Math.max(0, decimals));
  const milliseconds = Math.round((timestamp + seconds * 1000) / unit) * unit;
  const text = formatOf(timezone).format(milliseconds);
  return text.slice(0, decimals < 0 ? 5 : decimals === 0 ? 8 : 9 + decimals);
}

/** s of the axis between two of its places where the clock shows a whole number of steps since midnight. */
export function clockMarks(clock: WallClock, from: number, to: number, stepSeconds: number): number[] {
  const [hours = 0, minutes = 0, seconds = 0] = formatClock(clock, 0).split(':').map(Number);
  const start = (hours * 3600 + minutes * 60 + seconds) % daySeconds;
  const first = Math.ceil((from + start) / stepSeconds - 1e-9);
  const last = Math.floor((to + start) / stepSeconds + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * stepSeconds - start);
}

/** Texts beside such marks: seconds and their decimals where the step has them. */
export function clockTexts(clock: WallClock, marks: readonly number[], decimals: number): string[] {
  const step = (marks[1] ?? daySeconds) - (marks[0] ?? 0);
  return marks.map((mark) => formatClock(clock, mark, step >= 59.999 ? -1 : decimals));
}
