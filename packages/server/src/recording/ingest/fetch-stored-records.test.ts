import { rm, stat, truncate } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, addNext, plugged, recordsOf, recordInState, blocksOf, soon } = await openTestDevices();
afterAll(() => hub.close());

const daysUs = 86_400e6;
const asked = (device: FakeDevice, method: string) => device.calls.filter((call) => call.method === method);

/** A device whose clock is off by so much, with a record of three blocks made three days ago, while no hub was there. */
async function madeAway(offUs: number, blocks = 3) {
  let agoUs = 3 * daysUs;
  const device = await addNext(() => Date.now() * 1000 + offUs - agoUs);
  await device.start();
  for (let i = 0; i < blocks; i++) await device.block('imu');
  await device.stop();
  agoUs = 0;
  return device;
}

describe('a record made while the hub was away', () => {
  const agoMs = (date: Date) => Date.now() - date.getTime();

  it('is dated by its device, whose clock is measured first', async () => {
    const device = await madeAway(-1800e6);
    await hub.restart();
    await device.plug();
    const { startedAt, basename, timezone, wrongTime } = await recordInState(device, 'waiting');
    expect(Math.abs(agoMs(startedAt) - 3 * 86_400e3)).toBeLessThan(60_000);
    // Its day is that of the club, which begins before the UTC one does.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(startedAt);
    expect(basename).toContain(day.replaceAll('-', ''));
    expect(wrongTime).toBe(false);
  });

  it('has the device’s own date when its clock cannot be measured', async () => {
    const device = await madeAway(-1800e6);
    device.setMute((method) => method === 'v1.clock.get');
    await hub.restart();
    await device.plug();
    const { startedAt, wrongTime } = await recordInState(device, 'waiting');
    expect(Math.abs(agoMs(startedAt) - 3 * 86_400e3 - 1800e3)).toBeLessThan(60_000);
    expect(wrongTime).toBe(false);
  });

  it.each([
    ['was never set', -Date.now() * 1000 + 4 * daysUs],
    ['is ahead by a year', 365 * daysUs],
  ])('says that its date is wrong when the device’s clock %s, and is found at today', async (_what, offUs) => {
    const device = await madeAway(offUs);
    device.setMute((method) => method === 'v1.clock.get');
    await hub.restart();
    await device.plug();
    const { startedAt, wrongTime } = await recordInState(device, 'waiting');
    expect(Math.abs(agoMs(startedAt))).toBeLessThan(60_000);
    expect(wrongTime).toBe(true);
  });

  it('is fetched once when its device connects twice in a row', async () => {
    const device = await madeAway(0, 40);
    device.setMute((method) => method === 'v1.clock.get');
    await device.plug();
    await vi.waitFor(() => expect(asked(device, 'v1.clock.get')).toHaveLength(1), soon);
    await vi.waitFor(() => expect(asked(device, 'v1.record.rec.list')).toHaveLength(1), soon);
    await device.tell({ connected: false });
    await device.tell();
    await vi.waitFor(() => expect(asked(device, 'v1.clock.get')).toHaveLength(2), soon);
    const { uid, missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(await recordsOf(device)).toHaveLength(1);
    expect((await blocksOf(uid)).toSorted()).toEqual(Array.from({ length: 40 }, (_, i) => `1:${i}`).toSorted());
    expect([missingBlocks, syncFailed]).toEqual([0, false]);
  });
});

describe('a device that was not told to forget a record', () => {
  /** Its record is complete here and in its memory. */
  async function unforgotten() {
    const device = await madeAway(0, 20);
    device.setMute((method) => method === 'v1.record.rec.delete');
    await hub.restart();
    await device.plug();
    const { id, uid } = await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(asked(device, 'v1.record.rec.delete')).toHaveLength(1), soon);
    await device.cut();
    device.setMute(() => false);
    return { device, id, path: hub.folder.journal(uid), blocks: await blocksOf(uid) };
  }

  it('is told so when it comes back, and asked for nothing', async () => {
    const { device } = await unforgotten();
    const before = asked(device, 'v1.record.block.resend').length;
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(asked(device, 'v1.record.block.resend')).toHaveLength(before);
  });

  it.each([
    ['is cut', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
    ['is gone', (path: string) => rm(path)],
    [
      'did not come with the backup',
      async (path: string, id: number) => {
        await rm(path);
        await hub.db.update(tables.records).set({ decodeState: 'error' }).where(eq(tables.records.id, id));
      },
    ],
  ])('gives it once more when the journal here %s, whatever the row says', async (_what, spoil) => {
    const { device, id, path, blocks } = await unforgotten();
    await spoil(path, id);
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    const { uid } = await recordInState(device, 'waiting');
    expect((await blocksOf(uid)).toSorted()).toEqual(blocks.toSorted());
  });
});

describe('what a device has in its memory', () => {
  /** A device that made so many records in which nothing was measured: they are looked at and freed. */
  async function withEmptyRecords(count: number): Promise<FakeDevice> {
    const device = await addNext();
    for (let id = 1; id <= count; id++) {
      device.memory.set(id, { startUs: Date.now() * 1000 - id * 60e6, stopUs: Date.now() * 1000, blocks: { imu: [] } });
    }
    return device;
  }
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  it.each([
    ['is read in pages', 'inPages', 110, [0, 100]],
    ['is read at once from a device that knows no pages', 'whole', 20, [0]],
    ['is asked for anew, without pages, of a device that refuses them', 'withoutParameters', 20, [0, undefined]],
  ] as const)('%s', async (_how, lists, count, after) => {
    const device = await withEmptyRecords(count);
    device.setLists(lists);
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual(upTo(count)), soon);
    expect(asked(device, 'v1.record.rec.list').map(({ params }) => params.after)).toEqual(after);
  });
});

it('a record that cannot be one is counted and hides no other; an answer that cannot be read is counted, too', async () => {
  const device = await madeAway(0);
  const kept = device.memory.get(1);
  if (kept === undefined) throw new Error('no record');
  device.memory.set(2 ** 40, { ...kept });
  await hub.restart();
  await device.plug();
  await recordInState(device, 'waiting');
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  const counted = (what: string) =>
    hub.tally.rows().find((row) => row.what === what && row.device === numberOf(device));
  expect(counted('record.refused')?.reason).toContain('id');
  expect(counted('answer.refused')).toBeUndefined();
  await device.answerWith({ id: 7 });
  await vi.waitFor(() => expect(counted('answer.refused')?.count).toBe(1), soon);
});

it('a device that says it sends blocks, and sends none, is asked a bounded number of times', async () => {
  const device = await madeAway(0, 1);
  const kept = device.memory.get(1);
  if (kept === undefined) throw new Error('no record');
  kept.blocks.imu = Object.assign([...(kept.blocks.imu ?? [])], { length: 50_000_000 });
  device.setPretending(true);
  await hub.restart();
  await device.plug();
  const { missingBlocks } = await recordInState(device, 'waiting');
  expect(missingBlocks).toBeGreaterThan(49_000_000);
  expect(asked(device, 'v1.record.block.resend').length).toBeLessThanOrEqual(50);
  expect(device.deleted).toEqual([]);
});

it('blocks of a module that the device no longer has are repaired by what its record says of it', async () => {
  const device = await plugged();
  await device.start();
  await device.block('gps', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(['2:0']), soon);
  await device.cut();
  for (let i = 0; i < 3; i++) await device.block('gps');
  await device.stop();
  delete device.meta.modules.gps;
  await device.plug();
  const { missingBlocks, syncFailed } = await recordInState(device, 'waiting');
  expect(await blocksOf(uid)).toEqual(['2:0', '2:1', '2:2', '2:3']);
  expect([missingBlocks, syncFailed]).toEqual([0, false]);
});

it('a record that names no module is counted, and stays where it is; one in which nothing was measured goes', async () => {
  const device = await addNext();
  const made = { startUs: Date.now() * 1000 - 60e6, stopUs: Date.now() * 1000 };
  device.memory.set(1, { ...made, blocks: {} });
  device.memory.set(2, { ...made, blocks: { imu: [], gps: [] } });
  await device.plug();
  await vi.waitFor(() => expect(device.deleted).toEqual([2]), soon);
  const counted = hub.tally.rows().find((row) => row.what === 'record.refused' && row.device === numberOf(device));
  expect(counted).toMatchObject({ count: 1, reason: expect.stringContaining('blocks') });
  expect([...device.memory.keys()]).toEqual([1]);
  expect(await recordsOf(device)).toEqual([]);
});

it('blocks are told by the modules as their record has them, although the device numbers them otherwise by now', async () => {
  const device = await plugged();
  await device.start();
  for (let i = 0; i < 3; i++) await device.block('imu', 1);
  await device.block('gps', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(4), soon);
  await device.cut();
  for (let i = 0; i < 2; i++) await device.block('gps');
  await device.stop();
  const { imu, gps } = device.meta.modules;
  if (imu === undefined || gps === undefined) throw new Error('no modules');
  Object.assign(device.meta.modules, { imu: { ...imu, id: gps.id }, gps: { ...gps, id: imu.id } });
  await device.plug();
  const { missingBlocks } = await recordInState(device, 'waiting');
  expect(missingBlocks).toBe(0);
  expect((await blocksOf(uid)).toSorted()).toEqual(['1:0', '1:1', '1:2', '2:0', '2:1', '2:2']);
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
});

it('a record about which its device says nothing holds up no other', async () => {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  await recordInState(device, 'recording');
  await device.cut();
  await device.stop();
  await device.start();
  const aboutFirst = (params: { readonly after?: unknown }) => params.after === undefined || params.after === 0;
  device.setRefusals((method, params) => method === 'v1.record.rec.list' && aboutFirst(params));
  await device.plug();
  await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
  await device.block('imu', 1);
  await device.stop();
  await vi.waitFor(() => expect(device.deleted).toEqual([2]), soon);
  device.setRefusals(() => false);
  await vi.waitFor(() => expect(device.deleted).toEqual([2, 1]), soon);
});

it('a record of a device that cannot tell what it has ends with what is here', async () => {
  const device = await plugged();
  device.setLists('never');
  await device.start();
  await device.block('imu', 1);
  await recordInState(device, 'recording');
  await device.stop();
  const { missingBlocks } = await recordInState(device, 'waiting');
  expect(missingBlocks).toBeNull();
  expect(device.deleted).toEqual([]);
});
