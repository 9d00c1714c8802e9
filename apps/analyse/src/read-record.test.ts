import { api } from '@sillage/contract';
import { makeTestJump } from '@sillage/server/recording/analysis/testing';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from './run-command.ts';

let hub: TestHub;
let key: string;
let id: number;
beforeAll(async () => {
  hub = await startTestHub();
  key = (await hub.client.call(api.createApiKey, { body: { name: 'analyse', access: 'read' } })).key;
  const file = { name: 'jump.csv', content: new Blob([makeTestJump({ takeOffSpeed: 2.2 })]) };
  ({ id } = await hub.client.call(api.uploadRecord, { body: {}, file }));
  await waitUntil('the jump to be decoded', async () => {
    const { decode_state } = await hub.client.call(api.readRecord, { params: { id } });
    return decode_state === 'done';
  });
});
afterAll(async () => {
  await hub?.stop();
});

const run = (words: string[], given: Record<string, string> = {}) =>
  runCommandLine([...words, '--analysis', 'cmj', '--json'], given);

test('a record of a server is analysed by the same code, of the same samples', async () => {
  const { exitCode, out } = await run([String(id), '--server', hub.url, '--key', key]);
  const { values, inputs } = JSON.parse(out ?? '');
  const said = await hub.client.call(api.runAnalysis, { params: { id }, body: { analysis: 'cmj' } });
  expect(exitCode).toBe(0);
  expect(inputs).toEqual(said.inputs);
  const numbers = (all: Record<string, { value: number | null }>) =>
    Object.entries(all).map(([name, { value }]) => [name, value]);
  expect(numbers(values)).toEqual(numbers(said.values));
});

test('the environment says the server and the key, too; a window is one of the record', async () => {
  const given = { SILLAGE_URL: hub.url, SILLAGE_API_KEY: key };
  expect(JSON.parse((await run([String(id), '--window', '0,1.8'], given)).out ?? '')).toMatchObject({
    refused: 'noFlight',
  });
});

test('what the server refuses, and a server that is not there, end with 2 and their code', async () => {
  const [server, named] = [
    ['--server', hub.url],
    ['--key', key],
  ];
  const codeOf = async (words: string[]) => {
    const { exitCode, complaint = '{}' } = await run(words);
    return [exitCode, JSON.parse(complaint).refused];
  };
  expect(await codeOf(['999999', ...server, ...named])).toEqual([2, 'entity.notFound']);
  expect(await codeOf([String(id), ...server, '--key', 'sil_nothing'])).toEqual([2, 'apiKey.unknown']);
  expect(await codeOf([String(id), '--server', 'http://127.0.0.1:9', ...named])).toEqual([2, 'noServer']);
});

test('without a key, or with an address that is none, it says what is missing', async () => {
  expect(await run([String(id), '--server', hub.url])).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('SILLAGE_API_KEY'),
  });
  expect(await run([String(id), '--server', 'nowhere', '--key', key])).toMatchObject({ exitCode: 1 });
});
