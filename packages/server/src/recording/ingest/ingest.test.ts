import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { hexInOrder as hex, manager, openTestDevices } from './open-test-devices.ts';
import { completeRecord, setRecordStopped } from './repository.ts';

const { hub, addNext, plugged, pathOf, recordsOf, recordInState, journalOf, soon } = await openTestDevices();
afterAll(() => hub.close());
describe('a record', () => {
  it('is journaled as it comes, completed from the device, handed to decoding once, and freed on the device', async () => {
    const device = await plugged();
    device.setLoss((sequence) => sequence % 4 === 1);
    const started = await hub.request(
      api.requestRpc,
      { params: pathOf(device), body: { method: 'v1.record.rec.start' } },
      manager,
    );
    expect(started).toEqual({ status: 200, body: { recordId: 1 } });
    const sent: Uint8Array[] = [];
    for (let i = 0; i < 40; i++) sent.push(await device.block('imu'), await device.block('gps'));
    const { uid, id } = await recordInState(device, 'recording');
    const during = await vi.waitFor(async () => {
      const journal = await journalOf(uid);
      expect(journal.blocks).toHaveLength(60);
      return journal;
    }, soon);
    expect(during.kinds[0]).toBe('header');

    await hub.request(
      api.requestRpc,
      { params: pathOf(device), body: { feature: 'record', cmd_type: 'cmd_stop' } },
      manager,
    );
    const record = await recordInState(device, 'waiting');
    const journal = await journalOf(uid);
    expect(journal.bytes.toSorted()).toEqual(hex(sent).toSorted());
    expect(journal.kinds.at(-1)).toBe('end');
    expect(record).toMatchObject({ id, clientId: hub.clientId, deviceRecordId: 1, wrongTime: false });
    expect([record.missingBlocks, record.syncFailed]).toEqual([0, false]);
    const tasks = await hub.db.select().from(tables.tasks);
    expect(tasks.filter((task) => task.recordIds.includes(id))).toMatchObject([
      { name: 'decode', args: { recordId: id } },
    ]);
    const users = await hub.db.select().from(tables.recordUsers).where(eq(tables.recordUsers.recordId, id));
    expect(users.map((user) => user.userId)).toEqual([hub.athleteId]);
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(hub.sent.recordUpdate).toContainEqual({ record_ids: [id], reason: 'created' });
  });

  it('is named in the log with its device and the athlete who wears it', async () => {
    const device = await plugged();
    const ask = (method: string) => hub.request(api.requestRpc, { params: pathOf(device), body: { method } }, manager);
    await ask('v1.record.rec.start');
    await device.block('imu');
    await ask('v1.record.rec.stop');
    const { id } = await recordInState(device, 'waiting');
    const { number } = device.meta;
    const about = { device: number, deviceName: `Boat ${number}`, athletes: ['Léa Roux'] };
    const ofDevice = () => hub.logged.filter(({ fields }) => 'device' in fields && fields.device === number);
    await vi.waitFor(
      () => expect(ofDevice()).toContainEqual(expect.objectContaining({ sentence: 'a record is complete' })),
      soon,
    );
    expect(ofDevice()).toMatchObject([
      { sentence: 'a device is connected', fields: { device: number, deviceName: about.deviceName } },
      { sentence: 'a record begins', fields: { ...about, record: id } },
      { sentence: 'a record is complete', fields: { ...about, record: id } },
    ]);
  });

  it('is started and stopped by a command of the program as by one of a person', async () => {
    const device = await plugged();
    const number = device.meta.number;
    const command = (method: string, to = number) => hub.ingest().command(to, method, {});
    expect(await command('v1.record.rec.start')).toMatchObject({ recordId: expect.any(Number) });
    await recordInState(device, 'recording');
    await device.block('imu');
    await command('v1.record.rec.stop');
    await recordInState(device, 'waiting');
    expect(await command('v1.record.rec.delete')).toMatchObject({ code: 'device.unknownMethod' });
    expect(await command('v1.record.rec.start', 10_299_999)).toMatchObject({ code: 'device.notConnected' });
  });

  it('stays complete when the note that it stopped comes after it was completed', async () => {
    const device = await plugged();
    await device.start();
    const { id } = await recordInState(device, 'recording');
    const record = { id, clientId: hub.clientId };
    await completeRecord(hub.life(), record, { durationSeconds: 1, missingBlocks: 0, sizeBytes: 1 });
    await setRecordStopped(hub.life(), hub.db, id);
    expect((await recordsOf(device)).at(-1)?.decodeState).toBe('waiting');
  });

  it('takes no block twice and none that is damaged, and orders do not matter', async () => {
    const device = await plugged();
    await device.start();
    device.setLoss(() => true);
    const first = await device.block('imu');
    const second = await device.block('imu');
    const third = await device.block('imu');
    const broken = Uint8Array.from(second);
    broken[30] = (broken[30] ?? 0) ^ 1;
    for (const bytes of [
      third,
      third,
      broken,
      first,
      new Uint8Array(0),
      first.subarray(0, 100),
      first,
      second,
      third,
    ]) {
      await device.send(bytes);
    }
    await device.stop();
    const { uid } = await recordInState(device, 'waiting');
    expect((await journalOf(uid)).blocks).toEqual(['1:2', '1:0', '1:1']);
  });

  it('goes on after the device dropped out, and is completed when it comes back idle', async () => {
    const device = await plugged();
    await device.start();
    for (let i = 0; i < 5; i++) await device.block('imu', 1);
    await recordInState(device, 'recording');
    await device.cut();
    for (let i = 0; i < 5; i++) await device.block('imu');
    await device.plug();
    for (let i = 0; i < 5; i++) await device.block('imu', 1);
    await device.cut();
    await device.stop();
    expect((await recordsOf(device)).map((record) => record.decodeState)).toEqual(['recording']);
    await device.plug();
    const { uid } = await recordInState(device, 'waiting');
    expect((await journalOf(uid)).blocks.toSorted()).toHaveLength(15);
    expect(await recordsOf(device)).toHaveLength(1);
  });

  it('goes on after the server restarted in the middle, also of the repair', async () => {
    const device = await plugged();
    device.setLoss((sequence) => sequence % 2 === 0);
    await device.start();
    for (let i = 0; i < 10; i++) await device.block('imu', 1);
    await recordInState(device, 'recording');
    await hub.restart();
    await device.plug();
    for (let i = 0; i < 10; i++) await device.block('imu', 1);
    device.setMute((method) => method === 'v1.record.block.resend');
    await device.stop();
    await recordInState(device, 'repairing');
    await hub.restart();
    device.setMute(() => false);
    await device.plug();
    const { uid } = await recordInState(device, 'waiting');
    const { blocks } = await journalOf(uid);
    expect(blocks).toHaveLength(20);
    expect(new Set(blocks).size).toBe(20);
  });

  it('made while the hub was away is fetched when the device connects', async () => {
    const device = await addNext();
    await device.start();
    for (let i = 0; i < 300; i++) await device.block('imu');
    await device.stop();
    await device.plug();
    const { uid } = await recordInState(device, 'waiting');
    expect((await journalOf(uid)).blocks).toHaveLength(300);
  });

  it('made while the hub was away is dated by the server’s clock, which the device’s is measured against', async () => {
    const behindMs = 3 * 3600_000;
    const device = await addNext(() => (Date.now() - behindMs) * 1000);
    await device.start();
    const startedMs = Date.now();
    await device.block('imu');
    await device.stop();
    await device.plug();
    const { startedAt, wrongTime } = await recordInState(device, 'waiting');
    expect(Math.abs(startedAt.getTime() - startedMs)).toBeLessThan(60_000);
    expect(wrongTime).toBe(false);
  });

  it('made while the hub was away is asked for again when the device, or the database, was not able to answer', async () => {
    const device = await addNext();
    await device.start();
    await device.block('imu');
    await device.stop();
    device.setRefusals((method) => method === 'v1.record.rec.list');
    await device.plug();
    const lists = () => device.calls.filter(({ method }) => method === 'v1.record.rec.list').length;
    await vi.waitFor(() => expect(lists()).toBe(2), soon); // with pages and without
    await hub.db.execute(sql`alter table record_users rename to record_users_away`);
    device.setRefusals(() => false);
    await vi.waitFor(() => expect(lists()).toBe(3), soon);
    await vi.waitFor(() => expect(hub.ingest().deviceStatus(device.meta.number)?.is_connected).toBe(true), soon);
    await sleep(200); // the row of the record cannot be made meanwhile
    await hub.db.execute(sql`alter table record_users_away rename to record_users`);
    await recordInState(device, 'waiting');
  }, 60_000);

  it('whose device never comes back can be finished; what is missing is fetched when it does', async () => {
    const device = await plugged();
    await device.start();
    for (let i = 0; i < 4; i++) await device.block('imu', 1);
    const { id, uid } = await recordInState(device, 'recording');
    expect(await hub.ingest().finishRecord(id)).toMatchObject({ code: 'record.stillRecording' });
    await device.cut();
    await device.block('imu');
    await device.stop();
    await vi.waitFor(async () => expect(await hub.ingest().finishRecord(id)).toBe('finished'), soon);
    expect(await hub.ingest().finishRecord(id)).toBe('notOpen');
    await recordInState(device, 'waiting');
    expect(await hub.ingest().downloadFromDevice(id)).toMatchObject({ code: 'device.notConnected' });
    await device.plug();
    await vi.waitFor(async () => expect((await journalOf(uid)).blocks).toHaveLength(5), soon);
    await recordInState(device, 'waiting');
  });

  it('of a device whose clock is wrong says so and still gets the server’s date', async () => {
    const device = await plugged(() => 1000 + (Date.now() % 1e7) * 1000);
    await device.start();
    await device.block('imu', 1);
    const record = await recordInState(device, 'recording');
    expect(record.wrongTime).toBe(true);
    expect(Math.abs(record.startedAt.getTime() - Date.now())).toBeLessThan(60_000);
    await device.stop();
    await recordInState(device, 'waiting');
  });

  it('under a number that the device used before is another record', async () => {
    const device = await addNext();
    await device.plug();
    await device.start();
    await device.block('imu', 1);
    await device.stop();
    await recordInState(device, 'waiting');
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    device.memory.set(1, { startUs: Date.now() * 1000 + 9e9, stopUs: 1, blocks: { imu: [], gps: [] } });
    await device.cut();
    const copy = device.memory.get(1);
    const block = await device.block('imu');
    copy?.blocks.imu?.push(block);
    await device.plug();
    await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
  });
});
