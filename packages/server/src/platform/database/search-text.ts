import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { estimateRows } from './count-rows.ts';
import type { Queryable } from './database.ts';

/**
 * Every word of the search is somewhere in the texts, wherever it begins and whatever its case and accents (`plain_text`).
 * Each row is looked at: for tables that stay short. Undefined for an empty search.
 */
export function containsEveryWord(texts: readonly (PgColumn | SQL)[], search: string): SQL | undefined {
  const text = sql`plain_text(concat_ws(' ', ${sql.join([...texts], sql`, `)}))`;
  return and(...wordsOf(search).map((word) => sql`strpos(${text}, plain_text(${word})) > 0`));
}

/** As people type them: parted by spaces. */
export const wordsOf = (search: string): string[] => search.split(/\s+/).filter((word) => word !== '');

/** Trigrams need as many characters to find text anywhere. */
const anywhereLength = 3;

/** One or two characters are looked for at the beginning of words only. */
function sought(search: string): string | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  return text.length < anywhereLength ? ` ${text}` : text;
}

/** The column (`searchText`) contains the search as a whole; led to by the column's index. Undefined for an empty search. */
export function containsIndexedText(column: PgColumn, search: string): SQL | undefined {
  const text = sought(search);
  return text === undefined ? undefined : isLike(column, text);
}

/** Whether a column has the text, of rows that are looked at anyway: the index is slower where many have the text. */
export function containsText(column: PgColumn, search: string): SQL | undefined {
  const text = sought(search);
  // Not `> 0`, of which the planner keeps a third of the rows.
  return text === undefined ? undefined : sql`strpos(${column}, plain_text(${text})) <> 0`;
}

/**
 * Answers what `containsIndexedText` does, led to by the rarest word of the search: the index spends its time on the trigrams
 * that every row has ("seance" of "seance-77"). Words that give it no trigram of their own do not lead.
 */
export async function containsByRarestWord(
  db: Queryable,
  table: PgTable,
  column: PgColumn,
  search: string,
): Promise<SQL | undefined> {
  const text = sought(search);
  if (text === undefined) return undefined;
  const words = [...text.matchAll(boundedWord)]
    .filter(([word, before, after]) => before !== '' || word.length + (after === '' ? 0 : 1) >= anywhereLength)
    .slice(0, weighedWords)
    .map(([word, before = '', after = '']) => `${before}${word}${after}`);
  if (words.length < 2) return isLike(column, text);
  let rarest = { word: text, rows: Number.POSITIVE_INFINITY };
  for (const word of words) {
    const rows = await estimateRows(db, sql`SELECT 1 FROM ${table} WHERE ${isLike(column, word)}`);
    if (rows < rarest.rows) rarest = { word, rows };
  }
  return and(isLike(column, rarest.word), containsText(column, search));
}

/** Each is a question to the planner. */
const weighedWords = 8;

/** Letters and digits, and what stands on either side: it says to the index where the word begins and ends. */
const boundedWord = /(?<=([^\p{L}\p{N}]*))(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?=([^\p{L}\p{N}]*))/gu;

function isLike(column: PgColumn, text: string): SQL {
  return sql`${column} LIKE '%' || plain_text(${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}) || '%'`;
}
