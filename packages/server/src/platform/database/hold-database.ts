import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '../clock/index.ts';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { connectAlone, endWhenSilent, type LoneConnection } from './connect-alone.ts';

// The letters "sillage" as bytes, and one: the number before it is the lock of migrations.
const holdKey = '32484935187294566';
const heartbeatMs = 10_000;
const answerMs = 5000;
const againMs = 1000;
/** ms in which a server that ends, or whose machine lost its power, lets go. */
const longestHolderMs = 30_000;
/** ms; of our own lock, whose connection broke, we end the rest ourselves. */
const ownLockMs = 5000;

interface Dependencies {
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
export async function holdDatabase(dependencies: Dependencies): Promise<{ close(): Promise<void> }> {
  const name = `sillage ${randomUUID()}`;
  let connection = await connect(dependencies.url, name);
  let closed = false;
  async function takeAgain(): Promise<void> {
    while (!closed) {
      connection.destroy();
      try {
        connection = await connect(dependencies.url, name);
        if (closed) return connection.destroy();
        return await takeLock(connection.pgClient, name, ownLockMs, (said) =>
          dependencies.log.warn({ said }, 'another server uses the database'),
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
      dependencies.log.warn({}, 'the lock on the database is lost with its connection; taking it again');
      await takeAgain();
      if (!closed) dependencies.log.info({}, 'the lock on the database is taken again');
    }
  }

  try {
    await takeLock(connection.pgClient, name, Math.min(dependencies.patienceMs, longestHolderMs), dependencies.say);
  } catch (problem) {
    connection.destroy();
    throw problem;
  }
  void hold().catch((problem: unknown) => {
    closed = true;
    if (problem instanceof StartProblem) dependencies.lostTo(problem);
    else dependencies.log.error({ error: String(problem) }, 'the lock on the database is not held any more');
  });
  return {
    async close() {
      closed = true;
      await within(connection.pgClient.end(), answerMs / 5).catch(() => connection.destroy());
    },
  };
}

async function takeLock(
  pgClient: pg.Client,
  name: string,
  patienceMs: number,
  say: (sentence: string) => void,
): Promise<void> {
  const sinceMs = performance.now();
  for (let tries = 0; ; tries++) {
    const answer = await within(
      pgClient.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [holdKey]),
      answerMs,
    );
    if (answer.rows[0]?.taken === true) return;
    // A connection of ours that broke unseen by the server still has it.
    await within(
      pgClient.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [name],
      ),
      answerMs,
    );
    const holder = await holderOf(pgClient);
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
async function holderOf(pgClient: pg.Client): Promise<string> {
  const key = BigInt(holdKey);
  const answer = await within(
    pgClient.query<{ address: string | null }>(
      `SELECT host(a.client_addr) AS address FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1 AND l.objid::bigint = $2 AND l.objsubid = 1`,
      [String(key >> 32n), String(key & 0xffffffffn)],
    ),
    answerMs,
  );
  const address = answer.rows[0]?.address;
  return address == null ? '' : ` at ${address}`;
}

async function connect(url: string, name: string): Promise<LoneConnection> {
  const connection = await connectAlone(url);
  try {
    await within(
      connection.pgClient.query(
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
