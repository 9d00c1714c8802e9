import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { lockFolder } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { type Cluster, startCluster } from './embedded/start-cluster.ts';
import { listenOn } from './listen-channels.ts';
import { runMigrations } from './run-migrations.ts';
import * as schema from './schema/index.ts';

export const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), 'migrations');
const oldestServer = 150_000; // PostgreSQL 15

/**
 * Opens the external database of `url`, else starts the embedded one in the data folder, and brings its schema up to
 * date. The data folder belongs to this process until `close`. Throws `StartProblem` with a sentence.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const unlock = await lockFolder(options.folder.root);
  let cluster: Cluster | undefined;
  try {
    if (options.url === undefined) cluster = await startEmbedded(options);
    const url = cluster?.url ?? options.url ?? '';
    await checkServer(url);
    await runMigrations(url, migrationsFolder);
    return connect(url, { exclusive: cluster !== undefined, log: options.log }, async () => {
      await cluster?.stop();
      await unlock();
    });
  } catch (error) {
    await cluster?.stop();
    await unlock();
    throw error;
  }
}

async function startEmbedded({ folder, log }: DatabaseOptions): Promise<Cluster> {
  const asRoot = process.getuid?.() === 0;
  return startCluster({
    folder: folder.postgres,
    logFile: join(dirname(folder.logFile), 'postgres.log'),
    // As root a place that every user may enter; the user's own data folder otherwise.
    shelf: asRoot ? '/var/lib/sillage' : join(folder.root, 'programs'),
    durable: true,
    log,
  });
}

/** Connects drizzle, the pool and the listener; `after` runs once every connection is closed. */
export function connect(
  url: string,
  { exclusive, log }: { exclusive: boolean; log: Log },
  after: () => Promise<void>,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    keepAlive: true,
    connectionTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks is dropped by the pool; without listeners it would end the process. The pool listens to the
  // idle ones only: one between two statements of a transaction has nobody else.
  pool.on('error', (error) => log.warn({ error: error.message }, 'a connection to the database broke'));
  pool.on('connect', (client) => void client.on('error', () => {}));
  const listener = listenOn(url, log);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await listener.close();
    await pool.end();
    await after();
  };
  return {
    db: drizzle(pool, { schema }),
    url,
    exclusive,
    listen: (channel, heard) => listener.listen(channel, heard),
    close: () => (closing ??= close()),
  };
}

async function checkServer(url: string): Promise<void> {
  let version: number;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    version = Number(answer.rows[0]?.server_version_num);
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new StartProblem(`The database of SILLAGE_DATABASE_URL cannot be reached: ${reason}`);
  } finally {
    await client.end().catch(() => undefined);
  }
  if (version < oldestServer) {
    throw new StartProblem(
      `The database of SILLAGE_DATABASE_URL is PostgreSQL ${version / 10_000}; 15 or newer is needed.`,
    );
  }
}
