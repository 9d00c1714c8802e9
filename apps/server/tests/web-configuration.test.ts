import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHub } from '@sillage/testkit';
import { expect, onTestFinished, test } from 'vitest';

/** What browsers get from a hub whose operator wrote this file, and what its start said of it. */
async function startWith(content: string | undefined) {
  const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-config-'));
  const said: string[] = [];
  if (content !== undefined) await writeFile(join(dataRoot, 'config.json'), content);
  const hub = await startTestHub({ dataRoot, say: (step) => void said.push(step) });
  onTestFinished(async () => {
    await hub.stop();
    await rm(dataRoot, { recursive: true, force: true });
  });
  const reply = await fetch(`${hub.url}/config.json`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  const connects = /connect-src ([^;]*)/.exec(policy)?.[1];
  return { config: await reply.json(), cached: reply.headers.get('cache-control'), connects, said };
}

test('the web app asks the server that the operator names, and may reach it', async () => {
  const apiUrl = 'https://cloud.example.org/api';
  const found = await startWith(JSON.stringify({ apiUrl }));
  expect(found).toMatchObject({ config: { apiUrl }, cached: 'no-store' });
  expect(found.connects).toBe("'self' https://cloud.example.org wss://cloud.example.org");
});

test.each([
  ['{"apiUrl": "ftp://x"}', 'apiUrl is wrong'],
  ['{"apiUrl": "/api", "logo": "x"}', 'the whole is wrong'],
  ['{apiUrl}', 'no JSON'],
])('a file that is wrong is said, and the server starts all the same: %s', async (content, problem) => {
  const { config, connects, said } = await startWith(content);
  expect(config).toEqual({ apiUrl: '/api' });
  expect(connects).toBe("'self'");
  expect(said).toContainEqual(expect.stringContaining(`config.json is not used (${problem}): it must be {"apiUrl"`));
});
