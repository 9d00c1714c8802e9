import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DataFolder, dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import type { Database } from './database.ts';
import { type Cluster, startCluster } from './embedded/start-cluster.ts';
import { connect, migrationsFolder } from './open-database.ts';
import { runMigrations } from './run-migrations.ts';

const run = promisify(execFile);
const log = createLog('silent');

export interface TestDatabase {
  readonly database: Database;
  readonly folder: DataFolder;
  close(): Promise<void>;
}

/**
 * A real, empty, migrated database in a folder of its own, for one test file. The cluster is copied from one that is
 * made once and kept in the system's temporary folder.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = await ensureTemplate();
  const folder = dataFolder(await temporaryFolder('sillage-test-'));
  await mkdir(folder.temporary, { recursive: true });
  await copyTree(template, folder.postgres);
  const cluster = await start(folder.root);
  const database = connect(cluster.url, { exclusive: true, log }, () => cluster.stop());
  return {
    database,
    folder,
    async close() {
      await database.close();
      await rm(folder.root, { recursive: true, force: true });
    },
  };
}

const start = (root: string): Promise<Cluster> =>
  startCluster({
    folder: dataFolder(root).postgres,
    logFile: join(root, 'log', 'postgres.log'),
    shelf: join(tmpdir(), `sillage-test-programs-${userInfo().uid}`),
    durable: false,
    log,
  });

async function temporaryFolder(prefix: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  await chmod(path, 0o711); // the database's user passes through when tests run as root
  return path;
}

async function ensureTemplate(): Promise<string> {
  const final = join(tmpdir(), `sillage-test-template-${userInfo().uid}-${await fingerprint()}`);
  if (await isFolder(final)) return final;
  const root = await temporaryFolder('sillage-test-making-');
  const cluster = await start(root);
  try {
    await runMigrations(cluster.url, migrationsFolder);
  } finally {
    await cluster.stop();
  }
  // Several test files may make it at once: the first rename wins.
  await rename(dataFolder(root).postgres, final).catch(() => undefined);
  await rm(root, { recursive: true, force: true });
  return final;
}

/** Of the migrations and of the machine's programs: a changed schema makes a new template. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update('1');
  for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(migrationsFolder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Keeps the owner, which is not this user when tests run as root. */
async function copyTree(from: string, to: string): Promise<void> {
  if (process.getuid?.() === 0) await run('cp', ['-a', from, to]);
  else await cp(from, to, { recursive: true, mode: 0 });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
