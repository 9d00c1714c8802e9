import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/**
 * What searches of many rows look in: the plain text of the columns of these names, kept by the database. A space before
 * each, so that a space before a search means the beginning of a word.
 */
export const searchText = (...names: readonly string[]) =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(
      sql.raw(`plain_text(${names.map((name) => `' ' || coalesce(${name}::text, '')`).join(' || ')})`),
    );
