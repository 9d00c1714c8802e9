import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { within } from '../clock/index.ts';
import { StartProblem } from '../start-problem.ts';
import { connectClient, type LoneClient } from './connect-client.ts';
import { isDatabaseAway } from './is-database-away.ts';

// Any number, the same in every Sillage: the letters "sillage" as bytes.
const lockKey = '32484935187294565';
/** ms to wait for another program that prepares the same database, or holds one of its tables. */
const usualLockMs = 60_000;
/** ms; a server that is frozen is not waited for. */
const answerMs = 10_000;

/**
 * Brings the schema up to date. Programs that start together wait for one another; a newer database is refused. A migration
 * has as long as it needs, but waits for nobody longer than `lockMs`.
 * @throws StartProblem with a sentence
 */
export async function runMigrations(url: string, folder: string, lockMs = usualLockMs): Promise<void> {
  let connection: LoneClient | undefined;
  try {
    connection = await connectClient(url);
    const { client } = connection;
    await within(client.query(`SET lock_timeout = ${lockMs}`), answerMs);
    await within(client.query('SELECT pg_advisory_lock($1)', [lockKey]), lockMs + answerMs);
    await within(refuseNewer(client, folder), answerMs);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    throw problemOf(error);
  } finally {
    // The lock ends with the connection.
    if (connection !== undefined) await within(connection.client.end(), answerMs).catch(connection.destroy);
  }
}

/** What the person who runs the database can mend, as a sentence. */
function problemOf(error: unknown): unknown {
  if (error instanceof StartProblem) return error;
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined;
    // raise_exception: a sentence of the migration's own.
    if (code === 'P0001') return new StartProblem(at.message);
    // lock_not_available
    if (code === '55P03') {
      return new StartProblem(
        'The database cannot be prepared: another program has held a lock on it for too long. End that program (another Sillage that starts, an open session of psql), then start again.',
      );
    }
    // insufficient_privilege, feature_not_supported, undefined_file
    if (code === '42501' || code === '0A000' || code === '58P01') {
      return new StartProblem(
        `The database cannot be prepared: ${at.message}. Its user needs the right CREATE on the database, and the server the extension pg_trgm (docs/engines.md).`,
      );
    }
  }
  if (!isDatabaseAway(error)) return error;
  return new StartProblem(
    `The database cannot be prepared: it does not answer (${error instanceof Error ? error.message : error}). Look at its machine and its log, then start again.`,
  );
}

async function refuseNewer(client: pg.Client, folder: string): Promise<void> {
  const known = Math.max(
    0,
    ...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis),
  );
  const table = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (table.rows[0]?.there !== true) return;
  const newest = await client.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  );
  if (Number(newest.rows[0]?.at ?? 0) > known) {
    throw new StartProblem(
      'The database was written by a newer Sillage than this one. Install that version again, or give another data folder or database.',
    );
  }
}
