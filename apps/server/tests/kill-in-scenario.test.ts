import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, recordings, startFleet } from '@sillage/app-simulator';
import { api, type ScenarioRun } from '@sillage/contract';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { freePort, type RunningProgram, runProgram, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const number = recordings[0]?.device.number ?? 0;
let root: string;
let program: RunningProgram;
let fleet: Fleet;
let start: () => Promise<RunningProgram>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-kill-'));
  for (const part of ['hub', 'devices']) await mkdir(join(root, part), { mode: 0o700 });
  await copyTestCluster(join(root, 'hub', 'postgres'));
  const mqttPort = await freePort();
  start = () => runProgram({ dataRoot: join(root, 'hub'), mqttPort, simulator: false });
  program = await start();
  const { items } = await program.client.call(api.listDevices, { body: { search: String(number), pageSize: 200 } });
  const id = items.find((item) => item.number === number)?.id ?? 0;
  const { secret } = await program.client.call(api.renewDeviceSecret, { params: { id } });
  const recording = recordings[0]?.id ?? '';
  const devices = [{ number, secret, recording }];
  fleet = await startFleet({ brokerUrl: `mqtt://127.0.0.1:${mqttPort}`, devices, folder: join(root, 'devices') });
});
afterAll(async () => {
  await fleet?.stop();
  await program?.end();
  await rm(root, { recursive: true, force: true });
});

const device = () =>
  program.client.call(api.readDeviceSettings, { params: { clientId: clientId(), deviceNumber: number } });
const clientId = () => program.user.client_id;
const read = (runId: number): Promise<ScenarioRun> => program.client.call(api.readScenarioRun, { params: { runId } });
const goingOn = async () =>
  (await program.client.call(api.listScenarioRuns, { params: { clientId: clientId() } })).items;
const idle = () => waitUntil('the device to be free', async () => (await device()).state === 'idle');

async function begin(scenario_id: number, params: Record<string, number>): Promise<number> {
  await idle();
  const { run_id } = await program.client.call(api.startScenario, {
    body: { scenario_id, device_numbers: [number], params },
  });
  await program.client.call(api.pushScenarioButton, { params: { runId: run_id }, body: {} });
  await waitUntil('the device to record for 1 s', async () => ((await device()).recTime ?? 0) > 1);
  return run_id;
}

test('a run of lines is found again after a kill -9, goes on with its record and ends with its result', async () => {
  const { items } = await program.client.call(api.listClientScenarios, { params: { clientId: clientId() }, query: {} });
  const guided = items.find(({ classname }) => classname === 'GuidedRecordScenario');
  const runId = await begin(guided?.id ?? 0, { length: 12 });
  await program.kill();
  program = await start();
  expect(await goingOn()).toMatchObject([{ run_id: runId, state: 'running', devices: [{ number, joined: true }] }]);
  await waitUntil('the device to follow it again', async () => (await device()).state === 'scenario');
  await waitUntil('the run to end', async () => (await read(runId)).state === 'ended');
  const ended = await read(runId);
  expect(ended).toMatchObject({ end: 'done', errors: [], results: [{ name: 'length', value: 12, unit: 's' }] });
  expect(ended.devices).toMatchObject([{ record_ids: [expect.any(Number)] }]);
  const id = ended.devices[0]?.record_ids[0] ?? 0;
  await waitUntil('its record to be decoded', async () => (await readRecord(id)).visualisable);
  const record = await readRecord(id);
  expect(record).toMatchObject({ record_type: 'scenario', selections: [{ num: 1 }] });
  expect(record.duration).toBeGreaterThan(11);
  await idle();
});

const readRecord = (id: number) => program.client.call(api.readRecord, { params: { id } });

test('a run in Python ends with its reason after a kill -9; its record is stopped and kept', async () => {
  const params = { clientId: clientId() };
  const { source } = await program.client.call(api.exampleScenario, { body: { language: 'py' } });
  const made = await program.client.call(api.uploadCompiledScenario, { params, body: { language: 'py', source } });
  const runId = await begin(made.id, { length: 600 });
  await program.kill();
  program = await start();
  await waitUntil('the run to end', async () => (await read(runId)).state === 'ended');
  const ended = await read(runId);
  expect(ended.end).toBe('crash');
  const id = ended.devices[0]?.record_ids[0] ?? 0;
  await waitUntil('its record to be decoded', async () => (await readRecord(id)).visualisable);
  await idle();
  expect(await goingOn()).toEqual([]);
});
