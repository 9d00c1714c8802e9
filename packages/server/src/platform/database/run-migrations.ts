import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartProblem } from '../start-problem.ts';

// Any number, the same in every Sillage: the letters "sillage" as bytes.
const lockKey = '32484935187294565';

/** Brings the schema up to date. Programs that start together wait for one another; a newer database is refused. */
export async function runMigrations(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await refuseNewer(client, folder);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    throw problemOf(error);
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

/** What the person who runs the database can mend, as a sentence. */
function problemOf(error: unknown): unknown {
  if (error instanceof StartProblem) return error;
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined;
    // raise_exception: a sentence of the migration's own.
    if (code === 'P0001') return new StartProblem(at.message);
    // insufficient_privilege, feature_not_supported, undefined_file
    if (code === '42501' || code === '0A000' || code === '58P01') {
      return new StartProblem(
        `The database cannot be prepared: ${at.message}. Its user needs the right CREATE on the database, and the server the extension pg_trgm (docs/engines.md).`,
      );
    }
  }
  return error;
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
