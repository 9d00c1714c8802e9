import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { within } from '../clock/index.ts';
import { lockFolder } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import { awaitServer } from './await-server.ts';
import type { Database, DatabaseDependencies } from './database.ts';
import { type Cluster, startCluster } from './embedded/start-cluster.ts';
import { holdDatabase } from './hold-database.ts';
import { listenOn } from './listen-channels.ts';
import { openBoundedPool, openPool } from './open-pool.ts';
import { prepareSchema } from './prepare-schema.ts';
import * as schema from './schema/index.ts';

/** A statement of a request; longer than the slowest list. */
const statementMs = 25_000;
const silentMs = 30_000;
const readyMs = 2000;
/** ms; a connection whose other end is frozen is left behind. */
const endMs = 1000;

/**
 * Opens the external database of `url`, else starts the embedded one in the data folder, and brings its schema up to
 * date. The data folder belongs to this process until `close`. Throws `StartProblem` with a sentence.
 */
export async function openDatabase(dependencies: DatabaseDependencies): Promise<Database> {
  const { external, log } = dependencies;
  const unlock = await lockFolder(dependencies.folder.root);
  let cluster: Cluster | undefined;
  let hold: { close(): Promise<void> } | undefined;
  const release = async () => {
    await hold?.close();
    await cluster?.stop();
    await unlock();
  };
  try {
    if (external === undefined) cluster = await startEmbedded(dependencies);
    else {
      await awaitServer(external.url, external.patienceMs, external.say);
      hold = await holdDatabase({ ...external, log });
    }
    const url = cluster?.url ?? external?.url ?? '';
    await prepareSchema(url);
    return connect(url, { exclusive: cluster !== undefined, log }, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function startEmbedded({ folder, log, unseenMs, progress, askedToEnd }: DatabaseDependencies): Promise<Cluster> {
  const asRoot = process.getuid?.() === 0;
  return startCluster({
    folder: folder.postgres,
    logFile: join(dirname(folder.logFile), 'postgres.log'),
    // As root a place that every user may enter; the user's own data folder otherwise.
    shelf: asRoot ? '/var/lib/sillage' : join(folder.root, 'programs'),
    durable: true,
    log,
    unseenMs,
    progress,
    askedToEnd,
  });
}

/** Connects drizzle, the pool and the listener; `after` runs once every connection is closed. */
export function connect(
  url: string,
  { exclusive, log }: { exclusive: boolean; log: Log },
  after: () => Promise<void>,
): Database {
  const pool = openBoundedPool(url, log, { statementMs, silentMs });
  const patientPool = openPool(url, log, { max: 4 });
  const listener = listenOn(url, log);
  let closing: Promise<void> | undefined;
  const close = async () => {
    const ended = Promise.all([listener.close(), pool.end(), patientPool.end()]);
    await within(ended, endMs).catch((error: unknown) => log.warn({ error: String(error) }, 'connections left open'));
    await after();
  };
  return {
    db: drizzle(pool, { schema }),
    patientDb: drizzle(patientPool, { schema }),
    url,
    exclusive,
    listen: listener.listen,
    isReady: () =>
      within(pool.query('SELECT 1'), readyMs).then(
        () => true,
        () => false,
      ),
    close: () => (closing ??= close()),
  };
}
