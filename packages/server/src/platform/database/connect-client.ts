import { Socket } from 'node:net';
import pg from 'pg';

const connectMs = 10_000;

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
