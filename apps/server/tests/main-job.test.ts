import { setTimeout as delay } from 'node:timers/promises';
import { recordings } from '@sillage/app-simulator';
import { api, type DeviceStatus, type Record as SillageRecord } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import {
  differencesFromSource,
  followStoredRecords,
  type StoredOnDevice,
  startTestHub,
  type TestHub,
  waitUntil,
} from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../src/demo.ts';

const numbers = recordings.map(({ device }) => device.number);
const recordSeconds = 6;

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
});
afterAll(async () => {
  await hub?.stop();
});

const listDevices = async (): Promise<DeviceStatus[]> =>
  hub.client.call(api.listRealtimeDevices, { params: { clientId: hub.user.client_id } });

const allConnected = async () => (await listDevices()).filter((d) => d.is_connected).length === numbers.length;

function command(number: number, cmd_type: 'cmd_start' | 'cmd_stop') {
  return hub.client.call(api.requestRpc, {
    params: { clientId: hub.user.client_id, deviceNumber: number },
    body: { feature: 'record', cmd_type },
  });
}

/** A device that loses its connection now and then is asked again, unless only its answer was lost: what it does says so. */
const commandOnceThere = (number: number, type: 'cmd_start' | 'cmd_stop') =>
  waitUntil(`device ${number} to take ${type}`, () =>
    command(number, type).then(
      () => true,
      async () => {
        const device = (await listDevices()).find((one) => one.number === number);
        return device?.is_connected === true && (device.deviceRecId !== null) === (type === 'cmd_start');
      },
    ),
  );

async function madeSince(lastId: number): Promise<SillageRecord[]> {
  const { records } = await hub.client.call(api.listRecords, { body: { pageSize: -1 } });
  return records.filter((r) => r.id > lastId);
}

/** Starts all devices, stops them, and answers their records once each is readable, with the s that took. */
async function recordAll(): Promise<{ records: SillageRecord[]; readableAfterSeconds: number[] }> {
  const before = await hub.client.call(api.listRecords, { body: { pageSize: -1 } });
  const lastId = Math.max(0, ...before.records.map((r) => r.id));
  await Promise.all(numbers.map((number) => commandOnceThere(number, 'cmd_start')));
  await delay(recordSeconds * 1000);
  const stoppedMs = new Map<number, number>();
  await Promise.all(
    numbers.map(async (number) => {
      await commandOnceThere(number, 'cmd_stop');
      stoppedMs.set(number, performance.now());
    }),
  );
  const begun = await waitUntil('six records', async () => {
    const made = await madeSince(lastId);
    return made.length === numbers.length && made;
  });
  const readableAfterSeconds = await Promise.all(
    begun.map(async (record) => {
      await waitUntil(`record ${record.id} to be readable`, () => answersData(record.id));
      return (performance.now() - (stoppedMs.get(deviceOf(record).number) ?? Number.NaN)) / 1000;
    }),
  );
  return { records: await madeSince(lastId), readableAfterSeconds };
}

/** Whether a person who opens the record sees curves. */
async function answersData(id: number): Promise<boolean> {
  const record = await hub.client.call(api.readRecord, { params: { id } });
  if (!record.visualisable) return false;
  const wanted_y = Object.keys(record.available_data).slice(0, 6);
  const entry = await hub.client.call(api.readRecordData, { params: { id }, query: { wanted_y } });
  return wanted_y.length > 0 && wanted_y.every((name) => (entry.data[name]?.data.length ?? 0) > 0);
}

function deviceOf(record: SillageRecord) {
  const recording = recordings.find(({ device }) => record.device_name === device.name);
  if (recording === undefined) throw new Error(`record ${record.id} is of no known device`);
  return { number: recording.device.number, recording: recording.id };
}

async function expectBitExact(record: SillageRecord, stored: StoredOnDevice): Promise<void> {
  const file = await hub.client.fetchBytes(api.downloadRecordFile, { params: { id: record.id, fileType: 'raw' } });
  const decoded = readRawFile(file.body);
  if (isProblem(decoded)) throw new Error(decoded.problem);
  expect(differencesFromSource(decoded, deviceOf(record).recording, stored)).toEqual([]);
  expect(record.nb_errors).toBe(0);
}

async function recordAndCompare(fleetOptions?: Parameters<TestHub['plug']>[1]): Promise<void> {
  const fleet = await hub.plug(numbers, fleetOptions);
  const stored = followStoredRecords(fleet);
  await waitUntil('six connected devices', allConnected);
  const { records, readableAfterSeconds } = await recordAll();
  for (const record of records) await expectBitExact(record, stored.of(deviceOf(record).number));
  const times = readableAfterSeconds.toSorted((a, b) => a - b).map((seconds) => seconds.toFixed(2));
  console.log(`s from the stop to curves, six devices at once: ${times.join(' ')}`);
  stored.stop();
  await fleet.stop();
}

describe('the main job on real recordings', () => {
  test(
    'six devices record at once; every sample of their sources is in the records, bit for bit',
    () => recordAndCompare(),
    90_000,
  );

  test(
    'the same with 5 % of the blocks lost, jitter and two reconnections of each device',
    () => recordAndCompare({ loss: 0.05, jitterMs: 200, dropEverySeconds: 2, reconnects: 2, seed: 7 }),
    120_000,
  );

  test('the demo’s uploaded recordings are readable', async () => {
    const { records } = await hub.client.call(api.listRecords, { body: { pageSize: -1, search: '' } });
    const uploads = records.filter((r) => r.device_name === null || r.external);
    expect(uploads.length).toBeGreaterThanOrEqual(4);
    expect(uploads.every((r) => r.visualisable)).toBe(true);
  });
});
