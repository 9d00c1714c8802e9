export {
  type CountedRows,
  countByState,
  countKept,
  countOrEstimate,
  countRows,
  estimateRows,
  type Total,
} from './count-rows.ts';
export type { Database, DatabaseOptions, Db, Queryable } from './database.ts';
export { few, fewIds, isAmong, isOneOf, overlaps, rowsOf } from './few-ids.ts';
export { gatherPage } from './gather-page.ts';
export { openDatabase } from './open-database.ts';
export { openTestDatabase, type TestDatabase } from './open-test-database.ts';
export { containsText, ofPage, type PageRequest } from './page-rows.ts';
export { isAskedFor, type Listed, readPage } from './read-page.ts';
export { readPageIds } from './read-page-ids.ts';
export * as tables from './schema/index.ts';
export type { TaskMessage } from './schema/tasks.ts';
