import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { deviceChanged } from '../../administration/devices/index.ts';
import { tables } from '../../platform/database/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, addNext, plugged, recordsOf, recordInState, blocksOf, journalOf, soon } = await openTestDevices();
afterAll(() => hub.close());
const ofNumber = (device: FakeDevice) => eq(tables.devices.number, numberOf(device));

/** A record of four blocks whose device is away for good. */
async function abandoned() {
  const device = await plugged();
  await device.start();
  for (let i = 0; i < 4; i++) await device.block('imu', 1);
  const record = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(record.uid)).toHaveLength(4), soon);
  await device.cut();
  await vi.waitFor(() => expect(hub.ingest().isBeingRecorded(record.id)).toBe(false), soon);
  return { device, record };
}

async function rowOf(id: number) {
  const [row] = await hub.db.select().from(tables.records).where(eq(tables.records.id, id));
  return row;
}

const decodingsOf = async (id: number) =>
  (await hub.db.select().from(tables.tasks)).filter(({ name, recordIds }) => name === 'decode' && recordIds[0] === id);

describe('a record whose device is away', () => {
  it('says since when, and can be ended', async () => {
    const { record } = await abandoned();
    const since = hub.ingest().awayFrom([record]).get(record.id)?.sinceMs;
    expect(Math.abs(Number(since) - Date.now())).toBeLessThan(60_000);
    expect(hub.sent.recordUpdate).toContainEqual({ record_ids: [record.id], reason: 'updated' });
    expect(await hub.ingest().finishRecord(record.id)).toBe('finished');
    expect(await rowOf(record.id)).toMatchObject({ decodeState: 'waiting' });
    expect(await decodingsOf(record.id)).toHaveLength(1);
  });

  it('goes on when its device comes back, still recording it', async () => {
    const { device, record } = await abandoned();
    await hub.ingest().finishRecord(record.id);
    await device.plug();
    await recordInState(device, 'recording');
    expect(hub.ingest().awayFrom([record]).has(record.id)).toBe(false);
    await vi.waitFor(() => expect(hub.ingest().recordsFor(hub.clientId)).toBe(true), soon);
    await device.block('imu', 1);
    await device.stop();
    const { id, uid } = await recordInState(device, 'waiting');
    expect(id).toBe(record.id);
    expect(await blocksOf(uid)).toHaveLength(5);
  });

  it.each([
    ['deleted', async (device: FakeDevice) => hub.db.delete(tables.devices).where(ofNumber(device))],
    [
      'disabled',
      async (device: FakeDevice) => hub.db.update(tables.devices).set({ enabled: false }).where(ofNumber(device)),
    ],
  ])('which was %s while the server was down is ended at the start', async (_how, change) => {
    const { device, record } = await abandoned();
    await hub.restart(() => change(device));
    await vi.waitFor(async () => expect(await rowOf(record.id)).toMatchObject({ decodeState: 'waiting' }), soon);
    expect(await decodingsOf(record.id)).toHaveLength(1);
    expect(await blocksOf(record.uid)).toHaveLength(4);
  });

  it('which is deleted now is ended at once', async () => {
    const { device, record } = await abandoned();
    await hub.db.delete(tables.devices).where(ofNumber(device));
    await deviceChanged(hub.db, numberOf(device));
    await vi.waitFor(async () => expect(await rowOf(record.id)).toMatchObject({ decodeState: 'waiting' }), soon);
    expect(hub.ingest().deviceStatus(numberOf(device))).toBeUndefined();
  });
});

it('a record ends when its device lost its memory and uses its number for another', async () => {
  const { device, record } = await abandoned();
  device.memory.set(1, { startUs: (Date.now() + 60_000) * 1000, stopUs: null, blocks: { imu: [], gps: [] } });
  await device.plug();
  await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
  expect(await rowOf(record.id)).toMatchObject({ decodeState: 'waiting' });
  expect(await blocksOf(record.uid)).toHaveLength(4);
  await device.block('imu', 1);
  await device.stop();
  await recordInState(device, 'waiting');
});

it('so it does across a restart of the server', async () => {
  const { device, record } = await abandoned();
  device.memory.set(1, { startUs: (Date.now() + 60_000) * 1000, stopUs: null, blocks: { imu: [], gps: [] } });
  await hub.restart();
  await device.plug();
  await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
  expect(await rowOf(record.id)).toMatchObject({ decodeState: 'waiting' });
});

it('a device keeps a record whose row was deleted while it was being completed', async () => {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  const { id } = await recordInState(device, 'recording');
  await hub.db.delete(tables.records).where(eq(tables.records.id, id));
  await device.stop();
  const lists = () => device.calls.filter(({ method }) => method === 'v1.record.rec.list');
  // One when it connected, one for the record that has ended; the server ends once that is finished.
  await vi.waitFor(() => expect(lists()).toHaveLength(2), soon);
  await hub.restart();
  expect(await decodingsOf(id)).toEqual([]);
  expect(device.deleted).toEqual([]);
});

it('a device that names another record at each report opens a bounded number of them', async () => {
  const device = await plugged();
  for (let i = 0; i < 60; i++) {
    await device.start();
    await device.stop();
  }
  await vi.waitFor(async () => {
    const states = (await recordsOf(device)).map(({ decodeState }) => decodeState);
    expect(states.filter((state) => state === 'recording' || state === 'repairing')).toEqual([]);
  }, soon);
  expect((await recordsOf(device)).length).toBeLessThanOrEqual(12);
});

it('a record of a device whose description is refused keeps the field for its decoding', async () => {
  const device = await addNext();
  const { imu } = device.meta.modules;
  if (imu === undefined) throw new Error('no imu');
  device.meta.modules.twin = { ...imu };
  await device.plug();
  await device.start();
  await device.block('imu', 1);
  await device.stop();
  const { missingBlocks, metaProblem } = await recordInState(device, 'waiting');
  expect(missingBlocks).toBe(1);
  expect(metaProblem).toContain('modules.twin.id');
  expect(device.deleted).toEqual([]);
  delete device.meta.modules.twin;
  await device.cut();
  await device.plug();
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  expect(await recordInState(device, 'waiting')).toEqual(
    expect.objectContaining({ missingBlocks: 0, metaProblem: null }),
  );
});

it('a record that cannot be asked for again says why: its file, its device, or the memory of its device', async () => {
  const { device, record } = await abandoned();
  const again = async () => hub.ingest().downloadFromDevice(record.id);
  expect(await again()).toMatchObject({ code: 'device.notConnected' });
  await hub.ingest().finishRecord(record.id);
  device.memory.clear();
  await device.tell({ record: null });
  await device.plug();
  await vi.waitFor(async () => expect(await again()).toMatchObject({ code: 'record.notOnDevice' }), soon);
  await hub.db.delete(tables.devices).where(ofNumber(device));
  await deviceChanged(hub.db, numberOf(device));
  await vi.waitFor(async () => expect(await again()).toMatchObject({ code: 'record.deviceGone' }), soon);
  await hub.db.update(tables.records).set({ source: 'csv' }).where(eq(tables.records.id, record.id));
  expect(await again()).toMatchObject({ code: 'record.fromFile' });
});

it('short records in quick succession are all fetched, also those too many to be opened while they run', async () => {
  const device = await plugged();
  for (let i = 0; i < 14; i++) {
    await device.start();
    await device.block('imu', 1);
    await device.stop();
  }
  await vi.waitFor(() => expect(device.deleted).toHaveLength(14), { timeout: 20_000 });
  expect(await recordsOf(device)).toHaveLength(14);
}, 30_000);

it('all of a record is asked for again, and none of it is written twice', async () => {
  const device = await plugged();
  await device.start();
  const copy = device.memory.get(1);
  for (let i = 0; i < 3; i++) await device.block('imu', 1);
  await device.stop();
  const { id, uid } = await recordInState(device, 'waiting');
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  if (copy !== undefined) device.memory.set(1, copy);
  const before = device.resent.length;
  expect(await hub.ingest().downloadFromDevice(id)).toBe('started');
  await vi.waitFor(() => expect(device.deleted).toEqual([1, 1]), soon);
  expect(device.resent.slice(before)).toEqual([]);
  if (copy !== undefined) device.memory.set(1, copy);
  expect(await hub.ingest().downloadFromDevice(id, true)).toBe('started');
  await vi.waitFor(() => expect(device.deleted).toEqual([1, 1, 1]), soon);
  const all = copy?.blocks.imu?.length ?? 0;
  expect(device.resent.slice(before)).toEqual(Array.from({ length: all }, (_, n) => `imu ${n}`));
  expect((await journalOf(uid)).blocks).toHaveLength(all);
});

it('a record that two people ask for again at once is opened once', async () => {
  const device = await plugged();
  await device.start();
  const copy = device.memory.get(1);
  await device.block('imu', 1);
  await device.stop();
  const { id } = await recordInState(device, 'waiting');
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  if (copy !== undefined) device.memory.set(1, copy);
  const again = () => hub.ingest().downloadFromDevice(id);
  // Nobody is told what the device has before both have asked, and it forgets nothing before both were answered.
  const bothAsked = Promise.withResolvers<void>();
  const bothAnswered = Promise.withResolvers<void>();
  let asked = 0;
  device.setWaits((method) => {
    if (method === 'v1.record.rec.delete') return bothAnswered.promise;
    if (method !== 'v1.record.rec.list') return undefined;
    asked += 1;
    if (asked === 2) bothAsked.resolve();
    return bothAsked.promise;
  });
  const openBefore = hub.ingest().journals().open;
  expect(await Promise.all([again(), again()])).toEqual(['started', 'started']);
  bothAnswered.resolve();
  await vi.waitFor(() => expect(device.deleted).toEqual([1, 1]), soon);
  // The journal is closed after the device was told to delete.
  await vi.waitFor(() => expect(hub.ingest().journals().open).toBeLessThanOrEqual(openBefore), soon);
});
