import { mkdir, rename, rm } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { devicesChanged } from '../../administration/devices/index.ts';
import { tables } from '../../platform/database/index.ts';
import { hex, openTestBadDisk } from './open-test-bad-disk.ts';
import { numberOf } from './open-test-devices.ts';

const { blocksOf, faults, hub, mend, openings, plugged, recordInState, recordsOf, seen, soon, statusOf } =
  await openTestBadDisk();
afterAll(() => hub.close());
afterEach(mend);

describe('finishing a record', () => {
  it('that fails is tried again on the open journal, without reading it anew', async () => {
    const device = await plugged();
    await device.start();
    await device.block('imu', 1);
    await recordInState(device, 'recording');
    const before = { ...seen };
    await hub.db.execute(sql`ALTER TABLE tasks RENAME TO tasks_away`);
    await device.stop();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await hub.db.execute(sql`ALTER TABLE tasks_away RENAME TO tasks`);
    const { uid } = await recordInState(device, 'waiting');
    expect({ opened: seen.opened, read: seen.read }).toEqual({ opened: before.opened, read: before.read });
    expect(await blocksOf(uid)).toHaveLength(1);
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  });

  it('of a device that was removed meanwhile ends it all the same', async () => {
    const device = await plugged();
    await device.start();
    await device.block('imu', 1);
    const { id } = await recordInState(device, 'recording');
    faults.write = 'EIO';
    await hub.db
      .update(tables.devices)
      .set({ enabled: false })
      .where(eq(tables.devices.number, numberOf(device)));
    await hub.db.execute(sql`SELECT pg_notify(${devicesChanged}, ${String(numberOf(device))})`);
    await vi.waitFor(() => expect(hub.ingest().deviceStatus(numberOf(device))).toBeUndefined(), soon);
    faults.write = undefined;
    await vi.waitFor(async () => {
      const [row] = await hub.db.select().from(tables.records).where(eq(tables.records.id, id));
      expect(row?.decodeState).toBe('waiting');
    }, soon);
  });

  it('of a device that was removed leaves no journal open at the end of the server', async () => {
    const device = await plugged();
    await device.start();
    await device.block('imu', 1);
    const { id } = await recordInState(device, 'recording');
    faults.write = 'EIO';
    const ofDevice = eq(tables.devices.number, numberOf(device));
    await hub.db.update(tables.devices).set({ enabled: false }).where(ofDevice);
    await hub.db.execute(sql`SELECT pg_notify(${devicesChanged}, ${String(numberOf(device))})`);
    await vi.waitFor(() => expect(hub.ingest().deviceStatus(numberOf(device))).toBeUndefined(), soon);
    let open = Number.NaN;
    await hub.restart(async () => {
      open = seen.opened - seen.closed;
    });
    faults.write = undefined;
    expect(open).toBe(0);
    await vi.waitFor(async () => {
      const [row] = await hub.db.select().from(tables.records).where(eq(tables.records.id, id));
      expect(row?.decodeState).toBe('waiting');
    }, soon);
  });

  it('that was deleted meanwhile queues nothing, and the device is not told to forget', async () => {
    const device = await plugged();
    await device.start();
    await device.block('imu', 1);
    const { id } = await recordInState(device, 'recording');
    await hub.db.delete(tables.records).where(eq(tables.records.id, id));
    const { opened, closed } = seen;
    await device.stop();
    await vi.waitFor(() => expect(seen.closed).toBe(closed + 1), soon);
    expect(seen.opened).toBe(opened);
    const tasks = await hub.db.select().from(tables.tasks);
    expect(tasks.filter((task) => task.recordIds.includes(id))).toEqual([]);
    expect(device.deleted).toEqual([]);
  });

  it('while the server ends closes each journal once, and the record goes on at the next start', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    await recordInState(device, 'recording');
    faults.syncMs = 300;
    await device.stop();
    await recordInState(device, 'repairing').catch(() => {}); // it may be over already
    await hub.restart();
    faults.syncMs = 0;
    await vi.waitFor(() => expect(seen.opened - seen.closed).toBe(hub.ingest().journals().open), soon);
    await device.plug();
    const { uid } = await recordInState(device, 'waiting');
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });
});

describe('the start', () => {
  it('is kept by no journal that cannot be read: its record ends with a sentence, the device’s copy becomes another', async () => {
    const [device, other] = [await plugged(), await plugged()];
    for (const each of [device, other]) await each.start();
    const sent = [await device.block('imu', 1), await device.block('imu', 1)];
    await other.block('imu', 1);
    const { id, uid } = await recordInState(device, 'recording');
    await recordInState(other, 'recording');
    for (const each of [device, other]) await each.cut();
    const path = hub.folder.journal(uid);
    await rename(path, `${path}.away`);
    await mkdir(path);
    await hub.restart();
    await vi.waitFor(async () => {
      const [row] = await hub.db.select().from(tables.records).where(eq(tables.records.id, id));
      expect(row).toMatchObject({ decodeState: 'error', deviceRecordId: null });
    }, soon);
    const [error] = await hub.db.select().from(tables.recordErrors).where(eq(tables.recordErrors.recordId, id));
    expect(error?.msg).toEqual({ fr: expect.stringContaining('EISDIR'), en: expect.stringContaining('EISDIR') });
    for (const each of [device, other]) {
      await each.plug();
      await each.stop();
      await recordInState(each, 'waiting');
    }
    const rows = await recordsOf(device);
    expect(rows).toHaveLength(2);
    expect(await blocksOf(rows.find((row) => row.id !== id)?.uid ?? '')).toEqual(hex(sent));
    await rm(path, { recursive: true });
  });

  it('hears devices before their journals are read, and loses nothing that they send meanwhile', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
    let read = () => {};
    openings.wait = new Promise((resolve) => {
      read = resolve;
    });
    await hub.restart();
    await device.plug();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: true }), soon);
    sent.push(await device.block('imu', 1));
    expect(await blocksOf(uid)).toHaveLength(1);
    read();
    await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(hex(sent)), soon);
    await device.stop();
    await recordInState(device, 'waiting');
    expect(await recordsOf(device)).toHaveLength(1);
  });

  it('fetches a record once, although its device connects again while its journal is being opened', async () => {
    const device = await plugged();
    await device.cut();
    await device.start();
    const sent = [await device.block('imu'), await device.block('imu')];
    await device.stop();
    let open = () => {};
    openings.wait = new Promise((resolve) => {
      open = resolve;
    });
    const before = openings.tries;
    await device.plug();
    await vi.waitFor(() => expect(openings.tries).toBe(before + 1), soon);
    await device.tell({ connected: false });
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: false }), soon);
    await device.tell();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: true }), soon);
    await new Promise((resolve) => setTimeout(resolve, 500)); // for whoever would open it a second time
    expect(openings.tries).toBe(before + 1);
    open();
    const { uid, missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(openings.tries).toBe(before + 1);
    expect([missingBlocks, syncFailed]).toEqual([0, false]);
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });

  it('opens the journal of a record that has ended later, too', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    await device.cut();
    await device.stop();
    faults.open = 'EMFILE';
    const before = openings.tries;
    await hub.restart();
    await device.plug();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'failing' }), soon);
    await vi.waitFor(() => expect(openings.tries).toBeGreaterThanOrEqual(before + 2), soon); // at the start, when it is listed
    faults.open = undefined;
    await recordInState(device, 'waiting');
    expect(await recordsOf(device)).toHaveLength(1);
    expect(await blocksOf(uid)).toEqual(hex(sent));
    expect(await statusOf(device)).toMatchObject({ journal: 'ok' });
  });

  it('opens a journal later when the system has no file left for it', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    faults.open = 'EMFILE';
    await hub.restart();
    await device.plug();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'failing' }), soon);
    faults.open = undefined;
    await device.tell();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'ok' }), soon);
    sent.push(await device.block('imu', 1));
    await device.stop();
    await recordInState(device, 'waiting');
    expect(await recordsOf(device)).toHaveLength(1);
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });
});
