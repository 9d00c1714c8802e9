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

it('npm start runs the server again whenever it asks, and ends with any other code', async () => {
  const log = join(folder, 'starts');
  // Leaves with 75 twice, then with 3.
  const server = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(log)}, process.send ? 'x' : '-');
    process.exit(fs.readFileSync(${JSON.stringify(log)}).length < 3 ? 75 : 3)`;
  const start = `import { runUntilEnded } from ${JSON.stringify(runner)};
    process.exitCode = await runUntilEnded(process.execPath, ['-e', ${JSON.stringify(server)}]);`;
  const [code] = await once(run(['--input-type=module', '-e', start], unsupervised), 'exit');
  expect([code, await readFile(log, 'utf8')]).toEqual([3, 'xxx']);
});
