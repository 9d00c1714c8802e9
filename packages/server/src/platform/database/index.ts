export {
  type CountedRows,
  countByState,
  countKept,
  countOrEstimate,
  countRows,
  estimateRows,
  type Total,
} from './count-rows.ts';
export type { Database, DatabaseOptions, Db, ExternalDatabase, Queryable } from './database.ts';
export { few, fewIds } from './few-ids.ts';
export { isAnyOf, isOneOf, isOneOfMany } from './id-conditions.ts';
export { isDatabaseAway, isDatabaseFull } from './is-database-away.ts';
export { keepWhileUnchanged } from './keep-while-unchanged.ts';
export { openDatabase } from './open-database.ts';
export { pageOfKept } from './page-of-kept.ts';
export { ofPage, type PageRequest } from './page-rows.ts';
export { isAskedFor, type Listed, readPage } from './read-page.ts';
export { readPageIds } from './read-page-ids.ts';
export * as tables from './schema/index.ts';
export type { TaskMessage } from './schema/tasks.ts';
export { searchPage } from './search-page.ts';
export { containsByRarestWord, containsEveryWord, containsIndexedText, containsText, wordsOf } from './search-text.ts';
