import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import { type Cluster, startCluster } from './embedded/start-cluster.ts';
import { migrationsFolder, prepareSchema, triggersFile } from './prepare-schema.ts';

const run = promisify(execFile);
const log = createLog('silent');
/** Nothing of a test outlives the machine: no wait for the disk. */
const notDurable = 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n';

/** Starts PostgreSQL on the folder `postgres` of a data folder. */
export const startTestCluster = (root: string): Promise<Cluster> =>
  startCluster({
    folder: dataFolder(root).postgres,
    logFile: join(root, 'log', 'postgres.log'),
    shelf: join(tmpdir(), `sillage-test-programs-${userInfo().uid}`),
    durable: false,
    log,
  });

/** A folder that the database's user passes through, also when tests run as root. */
export async function makeTestFolder(prefix: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  await chmod(path, 0o711);
  return path;
}

/**
 * Puts a migrated, empty cluster where there is none yet: what a first start makes, without its seconds. It is copied
 * from one that is made once and kept in the system's temporary folder.
 */
export async function copyTestCluster(folder: string): Promise<void> {
  const template = await ensureTemplate();
  // Keeps the owner, which is not this user when tests run as root.
  if (process.getuid?.() === 0) await run('cp', ['-a', template, folder]);
  else await cp(template, folder, { recursive: true, mode: 0 });
}

async function ensureTemplate(): Promise<string> {
  const final = join(tmpdir(), `sillage-test-template-${userInfo().uid}-${await fingerprint()}`);
  if (await isFolder(final)) return final;
  const root = await makeTestFolder('sillage-test-making-');
  const made = dataFolder(root).postgres;
  const cluster = await startTestCluster(root);
  try {
    await prepareSchema(cluster.url);
  } finally {
    await cluster.stop();
  }
  await appendFile(join(made, 'postgresql.auto.conf'), notDurable);
  // Several test files may make it at once: the first rename wins.
  await rename(made, final).catch(() => undefined);
  await rm(root, { recursive: true, force: true });
  return final;
}

/** Of the schema and of what is done to the template: a changed schema makes a new one. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(notDurable);
  const migrations = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  for (const path of [...migrations.map((name) => join(migrationsFolder, name)), triggersFile]) {
    hash.update(basename(path)).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
