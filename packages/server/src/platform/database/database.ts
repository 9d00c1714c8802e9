import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DataFolder } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import type { StartProblem } from '../start-problem.ts';
import type * as schema from './schema/index.ts';

export type Db = NodePgDatabase<typeof schema>;
/** The database itself or a transaction on it: what a repository function takes. */
export type Queryable = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

export interface Database {
  /** For requests: a statement that takes too long is ended, an answer that does not come is not waited for. */
  readonly db: Db;
  /** For tasks and sweeps, whose statements may take as long as they need. */
  readonly patientDb: Db;
  /** Connection string, for worker processes. */
  readonly url: string;
  /** No other process uses it: the embedded database belongs to the one that opened it. */
  readonly exclusive: boolean;
  /**
   * Calls `heard` with the payload of each NOTIFY on the channel, and `missed` when the connection was away: anything may
   * have been told meanwhile. Answers how to stop.
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>;
  /** Whether it answers now, asked with a bound. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ExternalDatabase {
  readonly url: string;
  /** ms to wait for a server that starts later than this program. */
  readonly patienceMs: number;
  /** Told to the person who starts the program. */
  readonly say: (sentence: string) => void;
  /** Another program took the database while this one was away from it: this one must end. */
  readonly lostTo: (problem: StartProblem) => void;
}

export interface DatabaseDependencies {
  /** An external server; the embedded one otherwise. */
  readonly external: ExternalDatabase | undefined;
  readonly folder: DataFolder;
  readonly log: Log;
  /** ms to wait for a server that a program left on the folder in another container; some seconds unless said. */
  readonly unseenMs?: number | undefined;
  /** Told to the person who starts the program why the embedded one takes so long. */
  readonly progress?: ((step: string) => void) | undefined;
  /** Somebody asked the embedded one to stop: the program ends with it. */
  readonly askedToEnd?: (() => void) | undefined;
}
