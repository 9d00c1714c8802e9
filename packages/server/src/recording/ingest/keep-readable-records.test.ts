import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { hex, openTestBadDisk } from './open-test-bad-disk.ts';
import { numberOf } from './open-test-devices.ts';

const { blocksOf, faults, hub, mend, plugged, recordInState, recordsOf, seen, soon } = await openTestBadDisk();
afterAll(() => hub.close());
afterEach(mend);

const deletions = (device: FakeDevice) => device.calls.filter(({ method }) => method === 'v1.record.rec.delete').length;
const line = (sentence: string, fields: object) => ({ fields: expect.objectContaining(fields), sentence });

/** A record that was decoded here and that its device keeps all the same; it is away. */
async function kept(row: Partial<typeof tables.records.$inferInsert> = {}) {
  const device = await plugged();
  device.setMute((method) => method === 'v1.record.rec.delete');
  await device.start();
  const sent = [await device.block('imu', 1), await device.block('gps', 1)];
  await recordInState(device, 'recording');
  await device.stop();
  const { id, uid } = await recordInState(device, 'waiting');
  await vi.waitFor(() => expect(deletions(device)).toBe(1), soon);
  await device.cut();
  await vi.waitFor(() => expect(hub.ingest().deviceStatus(numberOf(device))?.is_connected).toBe(false), soon);
  device.setMute(() => false);
  const decoded = { decodeState: 'done' as const, signalsVersion: 1, ...row };
  await hub.db.update(tables.records).set(decoded).where(eq(tables.records.id, id));
  return { device, id, uid, sent };
}

describe('a decoded record whose journal cannot be read when its device connects', () => {
  it.each([
    ['is complete', {}],
    ['lacks a block', { missingBlocks: 1 }],
    ['may not be on disk', { syncFailed: true }],
  ])('and that %s stays as it is, and its device keeps its copy until the journal can be read', async (_which, row) => {
    const { device, id, uid, sent } = await kept(row);
    faults.read = 'EIO';
    await device.plug();
    const late = 'a journal cannot be read now; it is tried later';
    await vi.waitFor(() => expect(hub.logged).toContainEqual(line(late, { record: id })), soon);
    await vi.waitFor(
      () => expect(device.calls.filter(({ method }) => method === 'v1.record.rec.list').length).toBeGreaterThan(2),
      soon,
    );
    expect(await recordsOf(device)).toEqual([
      expect.objectContaining({ decodeState: 'done', deviceRecordId: 1, ...row }),
    ]);
    expect(deletions(device)).toBe(1);
    faults.read = undefined;
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(await recordsOf(device)).toEqual([expect.objectContaining({ id, missingBlocks: 0, syncFailed: false })]);
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });

  it('goes on as another record when its device still makes it', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { id } = await recordInState(device, 'recording');
    await device.cut();
    await vi.waitFor(() => expect(hub.ingest().isBeingRecorded(id)).toBe(false), soon);
    await hub.ingest().finishRecord(id);
    await hub.db
      .update(tables.records)
      .set({ decodeState: 'done', signalsVersion: 1 })
      .where(eq(tables.records.id, id));
    faults.read = 'EIO';
    await device.plug();
    await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
    faults.read = undefined;
    sent.push(await device.block('imu', 1));
    await device.stop();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    const [before, anew] = await recordsOf(device);
    expect(before).toMatchObject({ decodeState: 'done', deviceRecordId: null });
    expect(await blocksOf(anew?.uid ?? '')).toEqual(hex(sent));
  });
});

describe('a device that keeps a record which is complete here', () => {
  it('is told so by a journal that is only read: its end stays', async () => {
    const { device, uid } = await kept();
    const before = await readFile(hub.folder.journal(uid));
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect((await readFile(hub.folder.journal(uid))).equals(before)).toBe(true);
  });

  it('and refuses to forget it is told again, without another look at its journal', async () => {
    const { device } = await kept();
    device.setRefusals((method) => method === 'v1.record.rec.delete');
    await device.plug();
    await vi.waitFor(() => expect(deletions(device)).toBe(2), soon);
    const { read } = seen;
    const refused = 'a device did not forget a record that is complete here';
    await vi.waitFor(() => expect(hub.logged).toContainEqual(line(refused, { device: numberOf(device) })), soon);
    await vi.waitFor(() => expect(deletions(device)).toBe(3), soon);
    device.setRefusals(() => false);
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(seen.read).toBe(read);
  });
});
