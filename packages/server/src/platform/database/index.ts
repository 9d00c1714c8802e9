export type { Database, DatabaseOptions, Db, Queryable } from './database.ts';
export { openDatabase } from './open-database.ts';
export { openTestDatabase, type TestDatabase } from './open-test-database.ts';
export { containsText, countRows, ofPage, type PageRequest } from './page-rows.ts';
export * as tables from './schema/index.ts';
export type { TaskMessage } from './schema/tasks.ts';
