import { Socket } from 'node:net';
import pg from 'pg';
import { within } from '../clock/index.ts';

const connectMs = 10_000;
const answerMs = 5000;

export interface LoneClient {
  readonly client: pg.Client;
  /** Settles when the connection is over, however. */
  readonly ended: Promise<void>;
  /** Ends the connection without a word, also one whose other end is gone. */
  destroy(): void;
}

/** A connection of its own, beside the pool. */
export async function connectClient(url: string): Promise<LoneClient> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
  });
  client.on('error', () => undefined); // `end` follows
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, ended, destroy: () => socket.destroy() };
}

/** Ends a connection that does not answer: without a word its other end may be gone, or frozen. */
export function endWhenSilent({ client, ended, destroy }: LoneClient, heartbeatMs: number): void {
  let isAsked = false;
  const watch = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    within(client.query('SELECT 1'), answerMs).then(() => {
      isAsked = false;
    }, destroy);
  }, heartbeatMs).unref();
  void ended.then(() => clearInterval(watch));
}
