import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/**
 * What searches look in, of a table that grows long (`containsIndexedText`): the plain text of the columns of these names,
 * kept by the database. A space before each, so that a space before a search means the beginning of a word.
 */
export const searchText = (...names: readonly string[]) =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(sql.raw(`plain_text(${names.map((name) => `' ' || coalesce(${name}, '')`).join(' || ')})`));
