import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import pg from 'pg';
import { type DataFolder, dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import type { Database } from './database.ts';
import { connect } from './open-database.ts';
import { copyTestCluster, makeTestFolder, startTestCluster } from './open-test-template.ts';

const log = createLog('silent');
/** Names the server that the test files of one run share. */
const sharedServer = 'SILLAGE_TEST_DATABASE_SERVER';

export interface TestDatabase {
  readonly database: Database;
  readonly folder: DataFolder;
  close(): Promise<void>;
}

/** Starts the server on which `openTestDatabase` makes its databases from now on, in this process and its children. */
export async function shareTestServer(): Promise<() => Promise<void>> {
  // Projects of one run share one.
  if (process.env[sharedServer] !== undefined) return async () => {};
  const { url, close } = await openServer(await makeTestFolder('sillage-test-server-'));
  process.env[sharedServer] = url;
  return async () => {
    delete process.env[sharedServer];
    await close();
  };
}

/**
 * A real, empty, migrated database and a data folder of its own, for one test file or one test. It lies beside others on the
 * server of the run when there is one: transactions, locks and sessions of the whole server are not this test's alone.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env[sharedServer];
  return server === undefined ? openTestServer() : open(await makeTestFolder('sillage-test-'), await cloneOn(server));
}

/** A migrated database on a server of its own, for who stops it or asks what all of it does. */
export async function openTestServer(): Promise<TestDatabase> {
  const root = await makeTestFolder('sillage-test-');
  return open(root, await openServer(root));
}

interface Place {
  readonly url: string;
  close(): Promise<void>;
}

async function open(root: string, { url, close }: Place): Promise<TestDatabase> {
  const folder = dataFolder(root);
  await mkdir(folder.temporary, { recursive: true });
  const database = connect(url, { exclusive: true, log }, close);
  return {
    database,
    folder,
    async close() {
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function openServer(root: string): Promise<Place> {
  await copyTestCluster(dataFolder(root).postgres);
  const cluster = await startTestCluster(root);
  return {
    url: cluster.url,
    async close() {
      await cluster.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A copy of the server's migrated database, to which nobody ever connects. */
async function cloneOn(server: string): Promise<Place> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE postgres STRATEGY FILE_COPY`);
  return {
    url: databaseOf(server, name),
    close: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const pgClient = new pg.Client({ connectionString: databaseOf(server, 'template1') });
  await pgClient.connect();
  try {
    await pgClient.query(statement);
  } finally {
    await pgClient.end();
  }
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return String(url);
}
