import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DataFolder } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import type * as schema from './schema/index.ts';

export type Db = NodePgDatabase<typeof schema>;
/** The database itself or a transaction on it: what a repository function takes. */
export type Queryable = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

export interface Database {
  readonly db: Db;
  /** Connection string, for worker processes. */
  readonly url: string;
  /** No other process uses it: the embedded database belongs to the one that opened it. */
  readonly exclusive: boolean;
  /** Calls `heard` with the payload of each NOTIFY on the channel; answers how to stop. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** An external server; the embedded one otherwise. */
  readonly url: string | undefined;
  readonly folder: DataFolder;
  readonly log: Log;
}
