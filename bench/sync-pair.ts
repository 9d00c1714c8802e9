import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { openTestServer, type TestDatabase } from '@sillage/server/platform/database/testing';
import { freePort, type RunningProgram, runProgram } from '@sillage/testkit';

/** A whole program, and its database, which the bench fills and watches. */
export interface Measured extends RunningProgram {
  readonly database: TestDatabase['database'];
  readonly databasePid: number;
}

export async function startProgram(root: string, role: 'hub' | 'cloud'): Promise<Measured & { stop(): Promise<void> }> {
  const test = await openTestServer();
  const dataRoot = join(root, role);
  await mkdir(dataRoot, { mode: 0o700 });
  const program = await runProgram({
    ...{ dataRoot, role, mqttPort: await freePort(), simulator: false, demo: false },
    environment: { SILLAGE_DATABASE_URL: test.database.url },
  });
  const { rows } = await test.database.db.execute(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid",
  );
  return {
    ...program,
    running: program.running,
    database: test.database,
    databasePid: Number(rows[0]?.pid),
    async stop() {
      await program.end();
      await test.close();
    },
  };
}

export async function inFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'sillage-sync-bench-'));
  try {
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

export const club = 'club';

/** Makes a club and a hub of it in the cloud; answers the code of the hub. */
export async function makeHub({ client }: RunningProgram): Promise<string> {
  const { id } = await client.call(api.createClient, {
    body: { name: club, display_name: 'Club' },
  });
  const hub = await client.call(api.createHub, {
    body: { number: 7, name: 'Hangar', allclients: false, client_ids: [id] },
  });
  return (await client.call(api.createHubLink, { params: { id: hub.id } })).code;
}

export async function linkHub({ client }: RunningProgram, url: string, code: string): Promise<void> {
  await client.call(api.createCloudUrl, { body: { name: 'cloud', url } });
  await client.call(api.chooseCloud, { body: { url } });
  await client.call(api.setSyncLink, { body: { code } });
}
