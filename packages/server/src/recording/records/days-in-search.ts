/** Days that a search names, first and last, each `yyyy-mm-dd`. */
export interface NamedDays {
  readonly first: string;
  readonly last: string;
}

export interface SearchedDays {
  readonly days: readonly NamedDays[];
  /** The words that name no day. */
  readonly rest: readonly string[];
}

/** A day without a year is looked for in so many, the present one first. */
const years = 15;

const months: readonly (readonly string[])[] = [
  ['janvier', 'january'],
  ['fevrier', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['aout', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'december'],
];
const weekdays = [
  ...['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
];
const relativeDays: Readonly<Record<string, number>> = {
  "aujourd'hui": 0,
  'aujourd’hui': 0,
  aujourdhui: 0,
  today: 0,
  hier: -1,
  yesterday: -1,
};

/**
 * The days that words name, in French or English: `hier`, `16 mai`, `sam. 16 mai 2026`, `May 16`, `16/05`, `2026-05-16`, `mai 2026`;
 * undefined when they name none. Of `05/06` the day comes first.
 * @param words without case and accents
 * @param today `yyyy-mm-dd`
 */
export function daysInSearch(words: readonly string[], today: string): SearchedDays | undefined {
  const bare = words.map((word) => word.replace(/[.,]+$/, ''));
  for (let at = 0; at < bare.length; at++) {
    const found = daysAt(bare.slice(at), today);
    if (found === undefined) continue;
    const isAfterWeekday = at > 0 && isWeekday(bare[at - 1] ?? '');
    const before = words.slice(0, isAfterWeekday ? at - 1 : at);
    return { days: found.days, rest: [...before, ...words.slice(at + found.words)] };
  }
  return undefined;
}

interface DaysAt {
  readonly days: readonly NamedDays[];
  /** How many words they take. */
  readonly words: number;
}

function daysAt(words: readonly string[], today: string): DaysAt | undefined {
  const [first = ''] = words;
  const relative = Object.hasOwn(relativeDays, first) ? relativeDays[first] : undefined;
  if (relative !== undefined) return oneDay(dayAfter(today, relative), 1);
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(first);
  if (iso !== null) return oneDay(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), 1);
  // Without a year only the slash: `1.5` is a number.
  const written = /^(\d{1,2})\/(\d{1,2})$/.exec(first) ?? /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(first);
  if (written !== null) {
    return inYears(Number(written[1]), [Number(written[2])], written[3], 1, today);
  }
  return saidInWords(words, today);
}

/** `16 mai`, `1er mai 2026`, `may 16`, `mai 2026`, `mai`. */
function saidInWords(words: readonly string[], today: string): DaysAt | undefined {
  const [first = '', second = '', third] = words;
  const year = (word: string | undefined) => (word !== undefined && /^(?:19|20)\d\d$/.test(word) ? word : undefined);
  const dayNumber = (word: string) => /^(\d{1,2})(?:er|st|nd|rd|th)?$/.exec(word)?.[1];
  const before = dayNumber(first);
  if (before !== undefined) {
    const named = monthsCalled(second, 3);
    const said = year(third);
    return named.length === 0 ? undefined : inYears(Number(before), named, said, said === undefined ? 2 : 3, today);
  }
  // Names of people begin like months: without a day the month is said in full.
  const after = dayNumber(second);
  const named = monthsCalled(first, after === undefined ? undefined : 3);
  if (named.length === 0) return undefined;
  if (after !== undefined) {
    const said = year(third);
    return inYears(Number(after), named, said, said === undefined ? 2 : 3, today);
  }
  const said = year(second);
  return wholeMonths(named, said, said === undefined ? 1 : 2, today);
}

/** Months (1–12) that the word begins, or names in full. */
function monthsCalled(word: string, fromLetters: number | undefined): number[] {
  const isNamed = (name: string) =>
    fromLetters === undefined ? name === word : word.length >= fromLetters && name.startsWith(word);
  return months.flatMap((names, index) => (names.some(isNamed) ? [index + 1] : []));
}

function isWeekday(word: string): boolean {
  return word.length >= 3 && weekdays.some((name) => name.startsWith(word));
}

function yearsOf(said: string | undefined, today: string): number[] {
  const present = Number(today.slice(0, 4));
  return said === undefined ? Array.from({ length: years }, (_, i) => present - i) : [Number(said)];
}

function inYears(
  day: number,
  inMonths: readonly number[],
  said: string | undefined,
  words: number,
  today: string,
): DaysAt | undefined {
  const days = yearsOf(said, today).flatMap((year) =>
    inMonths.flatMap((month) => {
      // Month before day, where it can be nothing else.
      const found = dayOf(year, month, day) ?? dayOf(year, day, month);
      return found === undefined ? [] : [{ first: found, last: found }];
    }),
  );
  return days.length === 0 ? undefined : { days, words };
}

function wholeMonths(inMonths: readonly number[], said: string | undefined, words: number, today: string): DaysAt {
  const days = yearsOf(said, today).flatMap((year) =>
    inMonths.map((month) => ({
      first: isoDay(Date.UTC(year, month - 1, 1)),
      last: isoDay(Date.UTC(year, month, 0)),
    })),
  );
  return { days, words };
}

function oneDay(day: string | undefined, words: number): DaysAt | undefined {
  return day === undefined ? undefined : { days: [{ first: day, last: day }], words };
}

/** Undefined when the calendar has no such day. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoDay(ms) : undefined;
}

function dayAfter(day: string, days: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

function isoDay(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
