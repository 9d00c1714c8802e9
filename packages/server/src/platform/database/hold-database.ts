import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '../clock/index.ts';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { connectClient, endWhenSilent, type LoneClient } from './connect-client.ts';

// The letters "sillage" as bytes, and one: the number before it is the lock of migrations.
const holdKey = '32484935187294566';
const heartbeatMs = 10_000;
const answerMs = 5000;
const againMs = 1000;
/** ms in which a server that ends, or whose machine lost its power, lets go. */
const longestHolderMs = 30_000;
/** ms; of our own lock, whose connection broke, we end the rest ourselves. */
const ownLockMs = 5000;

interface HoldParts {
  readonly url: string;
  readonly log: Log;
  /** ms to wait for the end of another server, at most half a minute. */
  readonly patienceMs: number;
  /** Told to the person who starts the program. */
  readonly say: (sentence: string) => void;
  /** Another server took the database while we were away from it: this one must end. */
  readonly lostTo: (problem: StartProblem) => void;
}

/**
 * Holds the database for this server alone, by an advisory lock on a connection of its own, for as long as it runs.
 * A connection that breaks is made again, and the lock taken again.
 * @throws StartProblem when another server holds it.
 */
export async function holdDatabase(parts: HoldParts): Promise<{ close(): Promise<void> }> {
  const name = `sillage ${randomUUID()}`;
  let connection = await connect(parts.url, name);
  let closed = false;
  async function takeAgain(): Promise<void> {
    while (!closed) {
      connection.destroy();
      try {
        connection = await connect(parts.url, name);
        if (closed) return connection.destroy();
        return await takeLock(connection.client, name, ownLockMs, (said) =>
          parts.log.warn({ said }, 'another server uses the database'),
        );
      } catch (problem) {
        if (problem instanceof StartProblem) throw problem;
      }
      await sleep(againMs, undefined, { ref: false });
    }
  }
  async function hold(): Promise<void> {
    while (!closed) {
      endWhenSilent(connection, heartbeatMs);
      await connection.ended;
      if (closed) return;
      parts.log.warn({}, 'the lock on the database is lost with its connection; taking it again');
      await takeAgain();
      if (!closed) parts.log.info({}, 'the lock on the database is taken again');
    }
  }

  try {
    await takeLock(connection.client, name, Math.min(parts.patienceMs, longestHolderMs), parts.say);
  } catch (problem) {
    connection.destroy();
    throw problem;
  }
  void hold().catch((problem: unknown) => {
    closed = true;
    if (problem instanceof StartProblem) parts.lostTo(problem);
    else parts.log.error({ error: String(problem) }, 'the lock on the database is not held any more');
  });
  return {
    async close() {
      closed = true;
      await within(connection.client.end(), answerMs / 5).catch(() => connection.destroy());
    },
  };
}

async function takeLock(
  client: pg.Client,
  name: string,
  patienceMs: number,
  say: (sentence: string) => void,
): Promise<void> {
  const sinceMs = performance.now();
  for (let tries = 0; ; tries++) {
    const answer = await within(
      client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [holdKey]),
      answerMs,
    );
    if (answer.rows[0]?.taken === true) return;
    // A connection of ours that broke unseen by the server still has it.
    await within(
      client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [name],
      ),
      answerMs,
    );
    const holder = await holderOf(client);
    if (performance.now() - sinceMs >= patienceMs) {
      throw new StartProblem(
        `Another Sillage server${holder} uses the database of SILLAGE_DATABASE_URL. Two servers on one database lose recordings: end that one, or give this one a database of its own.`,
      );
    }
    if (tries === 1) {
      say(`Another server${holder} uses the database; waiting up to ${Math.round(patienceMs / 1000)} s for its end`);
    }
    await sleep(againMs / 4);
  }
}

/** Where the holder's connection comes from, as ` at ADDRESS`; empty when it is of this machine or may not be seen. */
async function holderOf(client: pg.Client): Promise<string> {
  const key = BigInt(holdKey);
  const answer = await within(
    client.query<{ address: string | null }>(
      `SELECT host(a.client_addr) AS address FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1 AND l.objid::bigint = $2 AND l.objsubid = 1`,
      [String(key >> 32n), String(key & 0xffffffffn)],
    ),
    answerMs,
  );
  const address = answer.rows[0]?.address;
  return address == null ? '' : ` at ${address}`;
}

async function connect(url: string, name: string): Promise<LoneClient> {
  const connection = await connectClient(url);
  try {
    await within(
      connection.client.query(
        // The server notices within half a minute that this machine is gone, and never ends a session that waits.
        `SET application_name = ${pg.escapeLiteral(name)}; SET idle_session_timeout = 0;
         SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`,
      ),
      answerMs,
    );
  } catch (problem) {
    connection.destroy();
    throw problem;
  }
  return connection;
}
