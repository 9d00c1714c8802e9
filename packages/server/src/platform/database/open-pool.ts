import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import { editorOfNow, tellEditor } from './act-for.ts';

const connectMs = 10_000;

type Taken = (error: Error | undefined, pgClient: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Each connection knows for whom it works, from when it is taken on. */
class EditorsPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: as the pool's own
  override connect(callback?: Taken): Promise<pg.PoolClient> | void {
    // Asked now: it may have to wait for one that somebody else gives back.
    const editor = editorOfNow();
    if (callback === undefined) {
      return super
        .connect()
        .then((pgClient) => new Promise((resolve) => tellEditor(pgClient, editor, () => resolve(pgClient))));
    }
    super.connect((error, pgClient, done) => {
      if (pgClient === undefined) callback(error, pgClient, done);
      else tellEditor(pgClient, editor, () => callback(error, pgClient, done));
    });
  }
}

/** Connections are made when they are needed, and closed when idle. */
export function openPool(url: string, log: Log, options: pg.PoolConfig): pg.Pool {
  const pool = new EditorsPool({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...options,
  });
  // A connection that breaks is dropped by the pool; without listeners it would end the process. The pool listens to the
  // idle ones only: one between two statements of a transaction has nobody else.
  pool.on('error', (error) => log.debug({ error: error.message }, 'a connection to the database broke'));
  pool.on('connect', (pgClient) => void pgClient.on('error', () => {}));
  return pool;
}

interface Bounds {
  /** ms after which the server ends a statement. */
  readonly statementMs: number;
  /** ms, longer than any statement, without a byte: the other end is gone without a word, or frozen. */
  readonly silentMs: number;
}

/** No request waits longer than the bounds, whatever state the server is in. */
export function openBoundedPool(url: string, log: Log, { statementMs, silentMs }: Bounds): pg.Pool {
  return openPool(url, log, {
    max: 12,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    stream: () => {
      const socket = new Socket();
      const silent = Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });
      return socket.setTimeout(silentMs, () => socket.destroy(silent));
    },
  });
}
