import { readFile } from 'node:fs/promises';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { plainProgram, signInPlainly } from './plain-program.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
});
afterAll(async () => {
  await hub?.stop();
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
}

/** What a `curl` line of the README asks for. */
function readCall(line: string): Call {
  const path = /http:\/\/localhost:8080\/api(\S+)/.exec(line)?.[1];
  if (path === undefined) throw new Error(`no address in ${line}`);
  const data = /-d '([^']*)'/.exec(line)?.[1];
  const method = /-X (\w+)/.exec(line)?.[1] ?? (data === undefined ? 'GET' : 'POST');
  return { method, path, body: data === undefined ? undefined : JSON.parse(data) };
}

test('the calls that the README shows work with a key that may only read', async () => {
  const { ask } = await signInPlainly(hub.url, 'coach@demo.sillage', 'Coach-2026!');
  const { body: made } = await ask('POST', '/api_keys', { name: 'README', access: 'read' });
  const program = plainProgram(hub.url, `ApiKey ${made.key}`);
  const readable = async () => {
    const { body } = await program('POST', '/records/all', { pageSize: 100 });
    return body.records.find((record: { visualisable: boolean }) => record.visualisable)?.id;
  };
  const id = await waitUntil('a readable record', readable);
  const text = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('curl '));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    expect(line).toContain('-H "Authorization: ApiKey $KEY"');
    const { method, path, body } = readCall(line);
    const answer = await program(method, path.replace('/records/3/', `/records/${id}/`), body);
    expect([line, answer.status]).toEqual([line, 200]);
  }
});
