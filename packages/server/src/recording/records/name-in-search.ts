import { formatFileDate } from '@sillage/domain';
import { and, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf, type Queryable, tables, wordsOf } from '../../platform/database/index.ts';
import { daysInSearch } from './days-in-search.ts';
import type { RecordSearch } from './record-search.ts';
import { boundMs } from './zone-dates.ts';

const { groups, records, sports } = tables;

/** Words of a search that are looked at. */
const mostWords = 12;
/** Words of one name. */
const wordsAName = 4;
/** Shorter pieces begin too many names. */
const lettersAName = 3;
/** Groups that one search may name. */
const mostGroups = 500;

export interface NamedInSearch {
  /** Their day, sport and group are as the search says. */
  readonly condition: SQL | undefined;
  /** What it says besides. */
  readonly rest: string;
}

/** The days, sports and groups that a search names, in French or English; undefined when it names none. */
export async function namedInSearch(
  db: Queryable,
  { search, clientIds, timezone, nowMs }: RecordSearch,
): Promise<NamedInSearch | undefined> {
  const words = wordsOf(plainText(search)).slice(0, mostWords);
  if (words.length === 0) return undefined;
  const found = daysInSearch(words, formatFileDate(nowMs, timezone).slice(0, 10));
  const remaining = found?.rest ?? words;
  const named = await groupsAndSports(db, remaining, clientIds);
  if (found === undefined && named.conditions.length === 0) return undefined;
  const days = (found?.days ?? []).map(({ first, last }) => {
    const from = boundMs(first, timezone, 'first');
    const to = boundMs(last, timezone, 'last');
    if (from === undefined || to === undefined) return sql`false`;
    return and(gte(records.startedAt, new Date(from)), lte(records.startedAt, new Date(to)));
  });
  const condition = and(days.length === 0 ? undefined : or(...days), ...named.conditions);
  return { condition, rest: named.rest.join(' ') };
}

async function groupsAndSports(db: Queryable, words: readonly string[], clientIds: readonly number[] | undefined) {
  const sought = words.filter((word) => word.length >= lettersAName);
  if (sought.length === 0) return { conditions: [], rest: words };
  const hasAWord = or(...sought.map((word) => sql`strpos(plain_text(${groups.name}), ${word}) > 0`));
  const [allSports, someGroups] = await Promise.all([
    db.select({ id: sports.id, name: sports.name, displayName: sports.displayName }).from(sports),
    db
      .select({ id: groups.id, name: groups.name })
      .from(groups)
      .where(and(clientIds && inArray(groups.clientId, [...clientIds]), hasAWord))
      .limit(mostGroups),
  ]);
  const things = [
    ...allSports.map(({ id, name, displayName }) => ({
      column: records.sportId,
      id,
      names: [name, displayName.fr, displayName.en].map(plainText),
    })),
    ...someGroups.map(({ id, name }) => ({ column: records.groupId, id, names: [plainText(name)] })),
  ];
  const conditions: (SQL | undefined)[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const longest = longestName(words.slice(at, at + wordsAName), things);
    if (longest === undefined) {
      rest.push(words[at] ?? '');
      at++;
      continue;
    }
    conditions.push(or(...[...longest.ids].map(([column, ids]) => isOneOf(column, ids))));
    at += longest.words;
  }
  return { conditions, rest };
}

interface Thing {
  readonly column: typeof records.sportId | typeof records.groupId;
  readonly id: number;
  readonly names: readonly string[];
}

/** What the most words from the first on begin a word of. */
function longestName(words: readonly string[], things: readonly Thing[]) {
  for (let n = words.length; n > 0; n--) {
    const phrase = words.slice(0, n).join(' ');
    if (phrase.length < lettersAName) continue;
    const called = things.filter(({ names }) => names.some((name) => ` ${name}`.includes(` ${phrase}`)));
    if (called.length === 0) continue;
    const ids = Map.groupBy(called, ({ column }) => column);
    return { words: n, ids: new Map([...ids].map(([column, of]) => [column, of.map(({ id }) => id)])) };
  }
  return undefined;
}

/** As the database's `plain_text`: lower case, without accents. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '');
}
