import pg from 'pg';
import type { Log } from '../log/index.ts';

type Heard = (payload: string) => void;

export interface Listener {
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** One connection for every LISTEN of the process; it is made at the first one, and again when it breaks. */
export function listenOn(url: string, log: Log): Listener {
  const channels = new Map<string, Set<Heard>>();
  let client: Promise<pg.Client> | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  const lost = () => {
    client = undefined;
    if (closed || again !== undefined || channels.size === 0) return;
    again = setTimeout(() => {
      again = undefined;
      connected().catch((error: unknown) => log.warn({ error: String(error) }, 'still no connection to listen on'));
    }, 500);
  };
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    fresh.on('error', (error) => log.warn({ error: error.message }, 'the connection to listen on broke'));
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '');
    });
    await fresh.connect();
    fresh.once('end', lost);
    for (const channel of channels.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    return fresh;
  };
  const connected = () => {
    client ??= connect().catch((error: unknown) => {
      lost();
      throw error;
    });
    return client;
  };

  return {
    async listen(channel, heard) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(heard));
      await (await connected()).query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(heard);
        if (listeners.size > 0 || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        const current = await client?.catch(() => undefined);
        await current?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    async close() {
      closed = true;
      clearTimeout(again);
      const current = await client?.catch(() => undefined);
      await current?.end();
    },
  };
}
