import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log/index.ts';

const connectMs = 10_000;

/** Connections are made when they are needed, and closed when idle. */
export function openPool(url: string, log: Log, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, keepAlive: true, connectionTimeoutMillis: connectMs, ...options });
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
