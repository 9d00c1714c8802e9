import { encodeBlock } from '@sillage/device-protocol';
import { afterAll, expect, it, vi } from 'vitest';
import { readJournal } from '../journal/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, plugged, recordInState, blocksOf, soon } = await openTestDevices();
afterAll(() => hub.close());

/** A block of some 60 KB of a record that the device has not reported. */
function largeBlock(device: FakeDevice, recordId: number, sequence: number): Uint8Array {
  const { imu } = device.meta.modules;
  if (imu === undefined) throw new Error('no imu');
  const header = { moduleId: imu.id, sampleCount: 5000, recordId, sequence, firstSampleUs: Date.now() * 1000 };
  return encodeBlock(header, imu, { columns: imu.columns.map(() => new Int16Array(5000)) });
}

async function headersOf(uid: string): Promise<number> {
  let headers = 0;
  for await (const entry of readJournal(hub.folder.journal(uid))) if (entry.kind === 'header') headers++;
  return headers;
}

it('blocks of records that nobody knows wait in 4 MB a device, and leave room for those of the next', async () => {
  const device = await plugged();
  for (let i = 0; i < 100; i++) await device.send(largeBlock(device, 500 + (i % 2), i));
  const dropped = () =>
    hub.tally.rows().find(({ what, device: of }) => what === 'block.dropped' && of === numberOf(device))?.count ?? 0;
  await device.send(largeBlock(device, 1, 0));
  await device.start();
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(['1:0']), soon);
  expect((100 - dropped()) * 60_024).toBeLessThanOrEqual(4 * 1024 ** 2);
});

it('a flood of descriptions makes no journal grow: one that explains nothing new is not written, 64 others are', async () => {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
  const [column] = device.meta.modules.imu?.columns ?? [];
  if (column === undefined) throw new Error('no column');
  for (let i = 0; i < 100; i++) {
    device.meta.version = `7.1.${i}`;
    await device.describe();
    await device.block('imu', 1);
  }
  await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(101), soon);
  expect(await headersOf(uid)).toBe(1);
  for (let i = 0; i < 100; i++) {
    column.precision = i % 3;
    await device.describe();
  }
  await device.block('imu', 1);
  await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(102), soon);
  expect(await headersOf(uid)).toBeLessThanOrEqual(2);
  for (let i = 0; i < 100; i++) {
    column.precision = i % 3;
    await device.describe();
    await device.block('imu', 1);
  }
  await device.stop();
  const { missingBlocks, syncFailed } = await recordInState(device, 'waiting');
  expect([missingBlocks, syncFailed]).toEqual([0, false]);
  expect(await blocksOf(uid)).toHaveLength(202);
  expect(await headersOf(uid)).toBe(64);
});

it('what cannot be read is counted by its device with the reason, and harms nothing', async () => {
  const device = await plugged();
  await device.start();
  const whole = await device.block('imu', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
  const changed = (at: number, value: number) => Uint8Array.from(whole, (byte, i) => (i === at ? value : byte));
  const counted = (what: string) =>
    hub.tally.rows().find((row) => row.what === what && row.device === numberOf(device)) ?? { count: 0 };
  for (const [bytes, reason] of [
    [whole.subarray(0, 20), 'short'],
    [changed(0, 2), 'version'],
    [changed(30, (whole[30] ?? 0) ^ 1), 'crc'],
  ] as const) {
    const before = counted('block.refused').count;
    await device.send(bytes);
    await vi.waitFor(() => expect(counted('block.refused')).toMatchObject({ count: before + 1, reason }), soon);
  }
  await device.tell({ battery: 101 });
  await vi.waitFor(() => {
    expect(counted('status.refused')).toMatchObject({ count: 1, reason: expect.stringContaining('battery') });
  }, soon);
  await device.block('imu', 1);
  await device.stop();
  await recordInState(device, 'waiting');
  expect(await blocksOf(uid)).toEqual(['1:0', '1:1']);
});
