import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { administrator, signIn } from '@sillage/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const runner = new URL('../../../scripts/run-program.mjs', import.meta.url).href;
const unsupervised: StdioOptions = ['ignore', 'pipe', 'inherit'];

let folder: string;
let children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-restart-'));
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  children = [];
  await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[], stdio: StdioOptions): ChildProcess {
  const env = {
    ...process.env,
    SILLAGE_HOST: '127.0.0.1',
    SILLAGE_MQTT_PORT: '0',
    SILLAGE_ADMIN_MAIL: administrator.mail,
    SILLAGE_ADMIN_PASSWORD: administrator.password,
  };
  const child = spawn(process.execPath, args, { stdio, env });
  children.push(child);
  return child;
}

/** Starts the server as the runner does, or by itself; answers an administrator's client. */
async function startServer(stdio: StdioOptions) {
  const cluster = join(folder, 'postgres');
  if (!existsSync(cluster)) await copyTestCluster(cluster);
  const child = run([main, '--port', '0', '--data', folder, '--no-simulator', '--no-demo'], stdio);
  if (!child.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / ready on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, client: await signIn(url, administrator) };
  }
  throw new Error('the program ended before it was ready');
}

it('the app restarts when an administrator asks: it answers, closes and leaves with the code that starts it again', async () => {
  const { child, client } = await startServer(['ignore', 'pipe', 'inherit', 'ipc']);
  expect((await client.call(api.readRestartables)).restartable_services).toEqual(['app']);
  const answer = await client.request(api.restartServer, { body: { what: 'app' } });
  expect([answer.status, answer.body]).toEqual([202, { seconds: 10 }]);
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  expect(code).toBe(75);
});

it('an upload in pieces goes on after the server was killed: what it had counted is there', async () => {
  const bytes = Buffer.from('T (s),v\n0,1\n1,2\n2,3\n3,4\n');
  const first = await startServer(unsupervised);
  const tus = { 'tus-resumable': '1.0.0' };
  const sent = (offset: number) => ({
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes: new Blob([bytes.subarray(offset, offset === 0 ? 9 : undefined)]),
  });
  const metadata = `filename ${Buffer.from('a.csv').toString('base64')}`;
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const { uid } = await first.client.call(api.createUpload, { headers });
  await first.client.call(api.appendUpload, { params: { uid }, ...sent(0) });
  const never = first.client.call(api.appendUpload, { params: { uid }, ...sent(9) }).catch(() => {});
  first.child.kill('SIGKILL');
  await Promise.all([once(first.child, 'exit'), never]);
  const { client } = await startServer(unsupervised);
  const { offset } = await client.call(api.readUpload, { params: { uid } });
  expect([9, bytes.length]).toContain(offset);
  if (offset < bytes.length) await client.call(api.appendUpload, { params: { uid }, ...sent(offset) });
  expect(await client.call(api.uploadRecord, { body: { upload: uid } })).toMatchObject({ id: expect.any(Number) });
});

it('a server that nobody would start again does not end', async () => {
  const { client } = await startServer(unsupervised);
  expect(await client.call(api.readRestartables)).toMatchObject({ can_restart_services: false });
  await expect(client.call(api.restartServer, { body: { what: 'app' } })).rejects.toMatchObject({ status: 409 });
});

/** Runs a server of a few lines, which lives for `lifeMs`, as npm start does, without the waits; answers how that ended. */
async function runAsNpmStart(
  server: string,
  lifeMs = 0,
): Promise<{ code: number | null; starts: string; waitsMs: number[] }> {
  const [log, waits] = [join(folder, 'starts'), join(folder, 'waits')];
  const program = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(log)}, process.send ? 'x' : '-');
    const starts = fs.readFileSync(${JSON.stringify(log)}).length; ${server}`;
  const start = `import { runUntilEnded } from ${JSON.stringify(runner)};
    import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    let waitedMs = 0;
    const livesMs = () => ${lifeMs} * (existsSync(${JSON.stringify(log)}) ? readFileSync(${JSON.stringify(log)}).length : 0);
    const time = { nowMs: () => waitedMs + livesMs(), date: () => new Date(0), sleep: async (ms) => {
      waitedMs += ms; appendFileSync(${JSON.stringify(waits)}, ms + ' ');
    } };
    process.exitCode = await runUntilEnded(process.execPath, ['-e', ${JSON.stringify(program)}], {}, time);`;
  const [code] = await once(run(['--input-type=module', '-e', start], unsupervised), 'exit');
  const waited = await readFile(waits, 'utf8').catch(() => '');
  const waitsMs = waited.split(' ').filter(Boolean).map(Number);
  return { code, starts: await readFile(log, 'utf8'), waitsMs };
}

it('npm start runs the server again whenever it asks, at once, and ends with it', async () => {
  expect(await runAsNpmStart('process.exit(starts < 9 ? 75 : 0)')).toEqual({
    code: 0,
    starts: 'x'.repeat(9),
    waitsMs: [],
  });
});

it('a server that says at its first start why it cannot is not started again', async () => {
  expect(await runAsNpmStart('process.exit(1)')).toEqual({ code: 1, starts: 'x', waitsMs: [] });
});

it('a server that is killed or crashes is started again, later each time', async () => {
  const server = `if (starts === 1) process.kill(process.pid, 'SIGKILL'); else process.exit(starts === 2 ? 70 : 0)`;
  expect(await runAsNpmStart(server)).toEqual({ code: 0, starts: 'xxx', waitsMs: [1000, 2000] });
});

it('after five crashes within a minute it stays down', async () => {
  expect(await runAsNpmStart('process.exit(70)')).toEqual({
    code: 70,
    starts: 'xxxxx',
    waitsMs: [1000, 2000, 4000, 8000],
  });
});

it('after five it stays down, also when each start is refused after a minute of waiting for what it needs', async () => {
  expect(await runAsNpmStart('process.exit(starts === 1 ? 70 : 1)', 61_000)).toEqual({
    code: 1,
    starts: 'xxxxx',
    waitsMs: [1000, 2000, 4000, 8000],
  });
});

it('one that ends now and then, with hours between, is started again soon each time', async () => {
  expect(await runAsNpmStart('process.exit(starts === 8 ? 0 : starts % 2 === 0 ? 1 : 70)', 3_600_000)).toEqual({
    code: 0,
    starts: 'x'.repeat(8),
    waitsMs: Array(7).fill(1000),
  });
});

it('a server that is started again is told how often it crashed, and when last', async () => {
  const said = join(folder, 'said');
  const say = `fs.appendFileSync(${JSON.stringify(said)}, [process.env.SILLAGE_CRASHES, process.env.SILLAGE_LAST_CRASH].join(' ') + ';');`;
  await runAsNpmStart(`${say} process.exit(starts < 3 ? 70 : starts === 3 ? 75 : 0)`);
  const last = '1970-01-01T00:00:00.000Z';
  expect(await readFile(said, 'utf8')).toBe(` ;1 ${last};2 ${last};2 ${last};`);
});
