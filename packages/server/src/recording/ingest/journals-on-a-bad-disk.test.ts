import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { devicesChanged } from '../../administration/devices/index.ts';
import { tables } from '../../platform/database/index.ts';
import { readJournal } from '../journal/index.ts';
import { faultyFiles } from '../journal/testing.ts';
import type { FakeDevice } from './fake-device.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

const { files, faults, seen } = faultyFiles();
/** Openings wait for this. */
let opening = Promise.resolve();
let tries = 0;
const { hub, plugged, pathOf, recordsOf } = await openTestDevices({
  journalFiles: {
    ...files,
    async open(path) {
      tries++;
      await opening;
      return files.open(path);
    },
  },
});
afterAll(() => hub.close());
afterEach(() => {
  Object.assign(faults, {
    room: Number.POSITIVE_INFINITY,
    write: undefined,
    sync: undefined,
    open: undefined,
    syncMs: 0,
  });
});
const soon = { timeout: 20_000, interval: 20 };

const statusOf = async (device: FakeDevice) =>
  (await hub.request('readDeviceSettings', { params: pathOf(device) }, manager)).body;

async function recordInState(device: FakeDevice, state: string) {
  return vi.waitFor(async () => {
    const record = (await recordsOf(device)).at(-1);
    expect(record?.decodeState).toBe(state);
    if (record === undefined) throw new Error('no record');
    return record;
  }, soon);
}

async function blocksOf(uid: string): Promise<string[]> {
  const blocks: string[] = [];
  for await (const entry of readJournal(hub.folder.journal(uid))) {
    if (entry.kind === 'block') blocks.push(Buffer.from(entry.bytes).toString('hex'));
  }
  return blocks.toSorted();
}

const hex = (blocks: Uint8Array[]) => blocks.map((bytes) => Buffer.from(bytes).toString('hex')).toSorted();
const counted = (what: string, device: FakeDevice) =>
  hub.tally.rows().find((row) => row.what === what && row.device === numberOf(device))?.count ?? 0;

describe('a full disk', () => {
  it('in the middle of a record is said on the device, costs no block, and the record goes on with room again', async () => {
    const device = await plugged();
    await device.start();
    const sent: Uint8Array[] = [];
    for (let i = 0; i < 5; i++) sent.push(await device.block('imu', 1));
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(5), soon);
    faults.room = 100; // a write is cut short
    for (let i = 0; i < 5; i++) sent.push(await device.block('imu', 1));
    await device.tell();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'full' }), soon);
    expect(counted('block.notWritten', device)).toBe(5);
    expect(hub.ingest().journals()).toMatchObject({ full: 1 });
    expect(await blocksOf(uid)).toEqual(hex(sent.slice(0, 5)));
    faults.room = Number.POSITIVE_INFINITY;
    await vi.waitFor(async () => {
      sent.push(await device.block('imu', 1));
      expect(await statusOf(device)).toMatchObject({ journal: 'ok' });
    }, soon);
    await device.stop();
    await recordInState(device, 'waiting');
    expect(await blocksOf(uid)).toEqual(hex(sent));
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  });

  it('is full for journals while something is left, which the database needs', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
    await hub.leave(1e6);
    sent.push(await device.block('imu', 1));
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'full' }), soon);
    await device.stop();
    await recordInState(device, 'repairing');
    expect(await blocksOf(uid)).toHaveLength(1);
    await hub.leave(1e12);
    await recordInState(device, 'waiting');
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });

  it('while the header, the missing blocks or the end are due: nothing is given up, and it ends complete', async () => {
    const device = await plugged();
    faults.room = 0;
    await device.start();
    const sent: Uint8Array[] = [];
    for (let i = 0; i < 20; i++) sent.push(await device.block('imu', 1));
    await device.stop();
    await recordInState(device, 'repairing');
    faults.room = 3000; // for the header and some blocks
    await vi.waitFor(() => expect(faults.room).toBeLessThan(1000), soon);
    expect(device.deleted).toEqual([]);
    faults.room = Number.POSITIVE_INFINITY;
    const { uid, missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    expect([missingBlocks, syncFailed]).toEqual([0, false]);
    expect(await blocksOf(uid)).toEqual(hex(sent));
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  });
});

describe('a failed sync', () => {
  it('is made up by writing the journal anew before the device may forget the record', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1), await device.block('gps', 1)];
    const { uid } = await recordInState(device, 'recording');
    faults.sync = 'EIO';
    await vi.waitFor(() => expect(counted('journal.syncFailed', device)).toBeGreaterThan(0), soon);
    faults.sync = undefined;
    const opened = seen.opened;
    await device.stop();
    const { missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    expect([missingBlocks, syncFailed]).toEqual([0, false]);
    expect(seen.opened - opened).toBe(2); // the one that is read, and the new one
    expect(await blocksOf(uid)).toEqual(hex(sent));
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  });

  it('that cannot be made up lets the record end, and the device keep its copy until it can, also after a restart', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1), await device.block('imu', 1)];
    await recordInState(device, 'recording');
    faults.sync = 'EIO';
    await device.stop();
    const { uid, missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    expect([missingBlocks, syncFailed]).toEqual([0, true]);
    expect(await blocksOf(uid)).toEqual(hex(sent));
    await hub.restart();
    await device.plug();
    await recordInState(device, 'waiting');
    expect(device.deleted).toEqual([]);
    faults.sync = undefined;
    await hub.restart();
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(await recordInState(device, 'waiting')).toEqual(
      expect.objectContaining({ missingBlocks: 0, syncFailed: false }),
    );
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });
});

describe('a doubt about a journal', () => {
  /** A record that runs, of which a sync failed; the disk says that it is well again. */
  async function doubted(whileItFails: () => Promise<unknown> = async () => {}) {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1), await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(2), soon);
    await whileItFails();
    faults.sync = 'EIO';
    sent.push(await device.block('imu', 1));
    await vi.waitFor(() => expect(counted('journal.syncFailed', device)).toBeGreaterThan(0), soon);
    faults.sync = undefined;
    return { device, sent, uid };
  }

  it('is not lost with the server, although the database was away: what cannot be read back is fetched again', async () => {
    const { device, sent, uid } = await doubted(() =>
      hub.db.execute(sql`ALTER TABLE records RENAME COLUMN other_data TO other_data_away`),
    );
    await hub.restart(() => hub.db.execute(sql`ALTER TABLE records RENAME COLUMN other_data_away TO other_data`));
    await device.plug();
    await vi.waitFor(() => expect(hub.ingest().journals().open).toBe(1), soon);
    // The system lets go of pages that it never wrote.
    const path = hub.folder.journal(uid);
    const bytes = await readFile(path);
    bytes.fill(0, bytes.indexOf(sent[1] ?? '') + 100, bytes.indexOf(sent[1] ?? '') + 200);
    await writeFile(path, bytes);
    await device.stop();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(await recordInState(device, 'waiting')).toEqual(
      expect.objectContaining({ missingBlocks: 0, syncFailed: false }),
    );
    expect(await blocksOf(uid)).toEqual(hex(sent));
  });

  it('that is gone does not come back, however slow the database is', async () => {
    // Whatever is written of a record beside its state comes 2 s late.
    await hub.db.execute(sql`CREATE FUNCTION write_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() LIKE '%other_data%' AND current_query() NOT LIKE '%decode_state%' THEN PERFORM pg_sleep(2); END IF;
      RETURN NULL; END $$`);
    await hub.db.execute(
      sql`CREATE TRIGGER late BEFORE UPDATE ON records FOR EACH STATEMENT EXECUTE FUNCTION write_late()`,
    );
    const { device } = await doubted();
    await device.stop();
    await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await recordInState(device, 'waiting')).toEqual(
      expect.objectContaining({ missingBlocks: 0, syncFailed: false }),
    );
    await hub.db.execute(sql`DROP TRIGGER late ON records`);
  });
});

describe('a record that its device goes on with after all', () => {
  it('keeps what comes while its journal is closed and opened again', async () => {
    const device = await plugged();
    device.setRefusals((method) => method === 'v1.record.rec.list');
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
    await device.tell({ state: 'idle', record: null });
    await recordInState(device, 'repairing');
    faults.syncMs = 300;
    sent.push(await device.block('imu', 1));
    await device.tell();
    for (let i = 0; i < 5; i++) sent.push(await device.block('imu', 1));
    await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(hex(sent)), soon);
    faults.syncMs = 0;
    device.setRefusals(() => false);
    await device.stop();
    await recordInState(device, 'waiting');
  });
});

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
    opening = new Promise((resolve) => {
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
    opening = new Promise((resolve) => {
      open = resolve;
    });
    const before = tries;
    await device.plug();
    await vi.waitFor(() => expect(tries).toBe(before + 1), soon);
    await device.tell({ connected: false });
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: false }), soon);
    await device.tell();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: true }), soon);
    await new Promise((resolve) => setTimeout(resolve, 500)); // for whoever would open it a second time
    expect(tries).toBe(before + 1);
    open();
    const { uid, missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(tries).toBe(before + 1);
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
    const before = tries;
    await hub.restart();
    await device.plug();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ journal: 'failing' }), soon);
    await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(before + 2), soon); // at the start, when it is listed
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

describe('a disk that does not answer', () => {
  it('holds up neither who asks for the end of a record nor the end of the server, and nothing is lost', async () => {
    const device = await plugged();
    await device.start();
    const sent = [await device.block('imu', 1)];
    const { id, uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect(await blocksOf(uid)).toHaveLength(1), soon);
    await device.cut();
    await vi.waitFor(() => expect(hub.ingest().isBeingRecorded(id)).toBe(false), soon);
    faults.syncMs = 120_000;
    expect(await hub.ingest().finishRecord(id)).toMatchObject({ code: 'server.unavailable' });
    await hub.restart();
    faults.syncMs = 0;
    await device.plug();
    await device.stop();
    await recordInState(device, 'waiting');
    expect(await blocksOf(uid)).toEqual(hex(sent));
  }, 60_000);
});
