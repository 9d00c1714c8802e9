import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient, memoryTokens } from '@sillage/client';
import { api } from '@sillage/contract';
import { administrator } from '@sillage/testkit';
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
  const child = run([main, '--port', '0', '--data', folder, '--no-simulator', '--no-demo'], stdio);
  if (!child.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / ready on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    const client = createClient({ baseUrl: `${url}/api`, tokens: memoryTokens() });
    await client.call(api.login, { body: administrator });
    return { child, client };
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

it('a server that nobody would start again does not end', async () => {
  const { client } = await startServer(unsupervised);
  expect(await client.call(api.readRestartables)).toMatchObject({ can_restart_services: false });
  await expect(client.call(api.restartServer, { body: { what: 'app' } })).rejects.toMatchObject({ status: 409 });
});

/** Runs a server of a few lines as npm start does, without the waits between starts; answers how that ended. */
async function runAsNpmStart(server: string): Promise<{ code: number | null; starts: string; waitsMs: number[] }> {
  const [log, waits] = [join(folder, 'starts'), join(folder, 'waits')];
  const program = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(log)}, process.send ? 'x' : '-');
    const starts = fs.readFileSync(${JSON.stringify(log)}).length; ${server}`;
  const start = `import { runUntilEnded } from ${JSON.stringify(runner)};
    import { appendFileSync } from 'node:fs';
    let nowMs = 0;
    const sleep = async (ms) => { nowMs += ms; appendFileSync(${JSON.stringify(waits)}, ms + ' '); };
    process.exitCode = await runUntilEnded(process.execPath, ['-e', ${JSON.stringify(program)}], {}, { nowMs: () => nowMs, sleep });`;
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
