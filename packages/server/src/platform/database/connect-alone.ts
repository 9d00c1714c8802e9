import { Socket } from 'node:net';
import pg from 'pg';
import { within } from '../clock/index.ts';

const connectMs = 10_000;
const answerMs = 5000;

export interface LoneConnection {
  readonly pgClient: pg.Client;
  /** Settles when the connection is over, however. */
  readonly ended: Promise<void>;
  /** Ends the connection without a word, also one whose other end is gone. */
  destroy(): void;
}

/** A connection of its own, beside the pool. */
export async function connectAlone(url: string): Promise<LoneConnection> {
  const socket = new Socket();
  const pgClient = new pg.Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
  });
  pgClient.on('error', () => undefined); // `end` follows
  const ended = new Promise<void>((resolve) => pgClient.once('end', () => resolve()));
  try {
    await pgClient.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { pgClient, ended, destroy: () => socket.destroy() };
}

/** Ends a connection that does not answer: without a word its other end may be gone, or frozen. */
export function endWhenSilent({ pgClient, ended, destroy }: LoneConnection, heartbeatMs: number): void {
  let isAsked = false;
  const watch = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    within(pgClient.query('SELECT 1'), answerMs).then(() => {
      isAsked = false;
    }, destroy);
  }, heartbeatMs).unref();
  void ended.then(() => clearInterval(watch));
}
