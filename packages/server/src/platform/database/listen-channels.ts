import pg from 'pg';
import { within } from '../clock/index.ts';
import type { Log } from '../log/index.ts';
import { connectAlone, endWhenSilent, type LoneConnection } from './connect-alone.ts';

type Heard = (payload: string) => void;

interface Listening {
  readonly heard: Heard;
  readonly missed: () => void;
}

export interface Listener {
  /** `missed`: the connection was away, anything may have been told meanwhile. */
  listen(channel: string, heard: Heard, missed: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const againMs = 500;
const answerMs = 5000;

/** One connection for every LISTEN of the process; it is made at the first one, and again when it breaks or is silent. */
export function listenOn(url: string, log: Log, heartbeatMs = 10_000): Listener {
  const channels = new Map<string, Set<Listening>>();
  let connection: Promise<LoneConnection> | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;
  let away = false;

  const lost = () => {
    connection = undefined;
    if (closed || again !== undefined || channels.size === 0) return;
    if (!away) log.warn({}, 'the connection to listen on is lost; trying again');
    away = true;
    again = setTimeout(() => {
      again = undefined;
      connected().catch(() => undefined); // tried again
    }, againMs);
  };
  const connect = async () => {
    const fresh = await connectAlone(url);
    fresh.pgClient.on('notification', ({ channel, payload }) => {
      for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '');
    });
    try {
      const all = [...channels.keys()].map((channel) => `LISTEN ${pg.escapeIdentifier(channel)};`);
      if (all.length > 0) await within(fresh.pgClient.query(all.join(' ')), answerMs);
    } catch (error) {
      fresh.destroy();
      throw error;
    }
    endWhenSilent(fresh, heartbeatMs);
    void fresh.ended.then(lost);
    if (away) {
      away = false;
      log.info({}, 'listening again');
      for (const { missed } of [...channels.values()].flatMap((listening) => [...listening])) missed();
    }
    return fresh;
  };
  const connected = () => {
    connection ??= connect().catch((error: unknown) => {
      lost();
      throw error;
    });
    return connection;
  };

  return {
    async listen(channel, heard, missed) {
      const mine = { heard, missed };
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(mine));
      await (await connected()).pgClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(mine);
        if (listeners.size > 0 || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        const current = await connection?.catch(() => undefined);
        const unlistened = current?.pgClient.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
        // A courtesy: the connection may hang, and ends soon.
        if (unlistened !== undefined) await within(unlistened, answerMs / 5).catch(() => undefined);
      };
    },
    async close() {
      closed = true;
      clearTimeout(again);
      const current = await connection?.catch(() => undefined);
      if (current !== undefined) await within(current.pgClient.end(), answerMs / 5).catch(() => current.destroy());
    },
  };
}
