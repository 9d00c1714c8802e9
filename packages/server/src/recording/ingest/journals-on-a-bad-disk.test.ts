import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { hex, openTestBadDisk } from './open-test-bad-disk.ts';

const { blocksOf, counted, faults, hub, mend, openings, plugged, recordInState, seen, soon, statusOf } =
  await openTestBadDisk();
afterAll(() => hub.close());
afterEach(mend);

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

  it('that costs a block while the device is away is said of the record, and the device keeps its copy until it gave it', async () => {
    const { device, sent, uid } = await doubted();
    let open = () => {};
    openings.wait = new Promise((resolve) => {
      open = resolve;
    });
    const before = openings.tries;
    await device.stop();
    await vi.waitFor(() => expect(openings.tries).toBe(before + 1), soon); // all is here: it is to be written anew
    await device.cut();
    await vi.waitFor(async () => expect(await statusOf(device)).toMatchObject({ is_connected: false }), soon);
    const path = hub.folder.journal(uid);
    const bytes = await readFile(path);
    bytes.fill(0, bytes.indexOf(sent[1] ?? '') + 100, bytes.indexOf(sent[1] ?? '') + 200);
    await writeFile(path, bytes);
    faults.syncMs = 1500;
    device.setRefusals((method) => method === 'v1.record.rec.list');
    open();
    const wasWritten = {
      fields: expect.objectContaining({ device: device.meta.number }),
      sentence: 'a journal that might not be on disk was written anew',
    };
    await vi.waitFor(() => expect(hub.logged).toContainEqual(wasWritten), soon);
    await device.plug(); // while the end is being brought to disk
    const { missingBlocks, syncFailed } = await recordInState(device, 'waiting');
    expect([missingBlocks, syncFailed]).toEqual([1, false]);
    expect(device.deleted).toEqual([]);
    faults.syncMs = 0;
    device.setRefusals(() => false);
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
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
