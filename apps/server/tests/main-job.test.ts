import { setTimeout as delay } from 'node:timers/promises';
import { recordings } from '@sillage/app-simulator';
import { api, type DeviceStatus, type Record as SillageRecord } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../src/demo.ts';
import { expectSourceSamples } from './expect-source-samples.ts';

const numbers = recordings.map(({ device }) => device.number);
const recordSeconds = 6;

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!') });
});
afterAll(async () => {
  await hub?.stop();
});

const listDevices = async (): Promise<DeviceStatus[]> =>
  (await hub.client.call(api.listRealtimeDevices, { params: { clientId: hub.user.client_id } })).items;

const allConnected = async () => (await listDevices()).filter((d) => d.is_connected).length === numbers.length;

function command(number: number, cmd_type: 'cmd_start' | 'cmd_stop') {
  return hub.client.call(api.requestRpc, {
    params: { clientId: hub.user.client_id, deviceNumber: number },
    body: { feature: 'record', cmd_type },
  });
}

async function decodedSince(lastId: number): Promise<SillageRecord[]> {
  const { records } = await hub.client.call(api.listRecords, { body: { pageSize: -1 } });
  return records.filter((r) => r.id > lastId);
}

async function recordAll(): Promise<SillageRecord[]> {
  const before = await hub.client.call(api.listRecords, { body: { pageSize: -1 } });
  const lastId = Math.max(0, ...before.records.map((r) => r.id));
  await Promise.all(numbers.map((number) => command(number, 'cmd_start')));
  await delay(recordSeconds * 1000);
  await Promise.all(
    numbers.map((number) =>
      waitUntil(`device ${number} to stop`, () =>
        command(number, 'cmd_stop').then(
          () => true,
          () => false,
        ),
      ),
    ),
  );
  return waitUntil('six readable records', async () => {
    const made = await decodedSince(lastId);
    return made.length === numbers.length && made.every((r) => r.visualisable) && made;
  });
}

async function expectBitExact(record: SillageRecord): Promise<void> {
  const file = await hub.client.fetchBytes(api.downloadRecordFile, { params: { id: record.id, fileType: 'raw' } });
  const decoded = readRawFile(file.body);
  if (isProblem(decoded)) throw new Error(decoded.problem);
  const recording = recordings.find(({ device }) => record.device_name === device.name);
  expectSourceSamples(decoded, recording?.id ?? 'none', record.duration);
  expect(record.nb_errors).toBe(0);
}

describe('the main job on real recordings', () => {
  test('six devices record at once; every sample of their sources is in the records, bit for bit', async () => {
    const fleet = await hub.plug(numbers);
    await waitUntil('six connected devices', allConnected);
    const records = await recordAll();
    for (const record of records) await expectBitExact(record);
    await fleet.stop();
  }, 90_000);

  test('the same with 5 % of the blocks lost, jitter and two reconnections of each device', async () => {
    const fleet = await hub.plug(numbers, { loss: 0.05, jitterMs: 200, dropEverySeconds: 2, reconnects: 2, seed: 7 });
    await waitUntil('six connected devices', allConnected);
    const records = await recordAll();
    for (const record of records) await expectBitExact(record);
    await fleet.stop();
  }, 120_000);

  test('the demo’s uploaded recordings are readable', async () => {
    const { records } = await hub.client.call(api.listRecords, { body: { pageSize: -1, search: '' } });
    const uploads = records.filter((r) => r.device_name === null || r.external);
    expect(uploads.length).toBeGreaterThanOrEqual(4);
    expect(uploads.every((r) => r.visualisable)).toBe(true);
  });
});
