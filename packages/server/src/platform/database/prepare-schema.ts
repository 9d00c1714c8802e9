import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { within } from '../clock/index.ts';
import { StartProblem } from '../start-problem.ts';
import { connectAlone, type LoneConnection } from './connect-alone.ts';
import { isDatabaseAway } from './is-database-away.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** Tables and their columns, step by step. Made by drizzle-kit. */
export const migrationsFolder = join(here, 'migrations');
/** What the database does by itself, as it is to be. */
export const triggersFile = join(here, 'triggers.sql');

// Any number, the same in every Sillage: the letters "sillage" as bytes.
const lockKey = '32484935187294565';
/** ms to wait for another program that prepares the same database, or holds one of its tables. */
const usualLockMs = 60_000;
/** ms; a server that is frozen is not waited for. */
const answerMs = 10_000;

/**
 * Brings the schema up to date. Programs that start together wait for one another; a database of a newer program, or of one
 * from before the first migration, is refused. A migration has as long as it needs, but waits for nobody longer than `lockMs`.
 * @throws StartProblem with a sentence
 */
export async function prepareSchema(url: string, lockMs = usualLockMs): Promise<void> {
  let connection: LoneConnection | undefined;
  try {
    connection = await connectAlone(url);
    const { pgClient } = connection;
    await within(pgClient.query(`SET lock_timeout = ${lockMs}`), answerMs);
    await within(pgClient.query('SELECT pg_advisory_lock($1)', [lockKey]), lockMs + answerMs);
    await within(refuseOthers(pgClient), answerMs);
    await migrate(drizzle(pgClient), { migrationsFolder });
    // Several statements at once are one transaction.
    await pgClient.query(await readFile(triggersFile, 'utf8'));
  } catch (error) {
    throw problemOf(error);
  } finally {
    // The lock ends with the connection.
    if (connection !== undefined) await within(connection.pgClient.end(), answerMs).catch(connection.destroy);
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

/**
 * The first migration carries the date of the last one that it stands for, so that a database which went all those steps
 * goes on from here, and one that stopped before is told from it.
 */
async function refuseOthers(pgClient: pg.Client): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const table = await pgClient.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (table.rows[0]?.there !== true) return;
  const newest = await pgClient.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  );
  const at = newest.rows[0]?.at;
  if (at == null) return;
  if (Number(at) > Math.max(...known)) {
    throw new StartProblem(
      'The database was written by a newer Sillage than this one. Install that version again, or give another data folder or database.',
    );
  }
  if (Number(at) < Math.min(...known)) {
    throw new StartProblem(
      'The database was written by an early Sillage that this one does not go on from; nothing in it was changed. Start that version again, make a backup of everything with its files (Admin → Backups), then start this version with an empty data folder or database and restore the backup there.\n' +
        'La base de données est celle d’un ancien Sillage que cette version ne sait pas reprendre\u00a0; rien n’y a été modifié. Relancez l’ancienne version, faites une sauvegarde de tout avec les fichiers (Admin → Sauvegardes), puis lancez cette version avec un dossier de données vide ou une base vide, et restaurez-y la sauvegarde.',
    );
  }
}
