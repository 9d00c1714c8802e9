import { readBlockHeader } from '@sillage/device-protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { readJournal } from '../journal/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { setRecordComplete, setRecordStopped } from './repository.ts';
import { openTestHub } from './test-hub.ts';

type Hub = Awaited<ReturnType<typeof openTestHub>>;
let hub: Hub;
let next = 10200100;
const soon = { timeout: 15_000, interval: 10 };

beforeAll(async () => {
  hub = await openTestHub();
});
afterAll(() => hub.close());

async function plugged(clockUs?: () => number): Promise<FakeDevice> {
  const device = await hub.addDevice(next++, clockUs);
  await device.plug();
  return device;
}

const manager = { roles: ['Manager'] as const };
const numberOf = (device: FakeDevice) => device.meta.number;
const pathOf = (device: FakeDevice) => ({ clientId: hub.clientId, deviceNumber: numberOf(device) });

async function recordsOf(device: FakeDevice) {
  return hub.db
    .select({ record: tables.records })
    .from(tables.records)
    .innerJoin(tables.devices, eq(tables.devices.id, tables.records.deviceId))
    .where(eq(tables.devices.number, numberOf(device)))
    .then((rows) => rows.map(({ record }) => record));
}

async function recordInState(device: FakeDevice, state: string) {
  return vi.waitFor(async () => {
    const record = (await recordsOf(device)).at(-1);
    expect(record?.decodeState).toBe(state);
    if (record === undefined) throw new Error('no record');
    return record;
  }, soon);
}

/** The journal's blocks as text, in order; `module:sequence`. */
async function journalOf(uid: string) {
  const blocks: string[] = [];
  const bytes: string[] = [];
  const kinds: string[] = [];
  for await (const entry of readJournal(hub.folder.journal(uid))) {
    kinds.push(entry.kind);
    if (entry.kind !== 'block') continue;
    const header = readBlockHeader(entry.bytes);
    if (typeof header === 'string') throw new Error(header);
    blocks.push(`${header.moduleId}:${header.sequence}`);
    bytes.push(Buffer.from(entry.bytes).toString('hex'));
  }
  return { blocks, bytes, kinds };
}

const hex = (blocks: Uint8Array[]) => blocks.map((bytes) => Buffer.from(bytes).toString('hex'));

describe('a record', () => {
  it('is journaled as it comes, completed from the device, handed to decoding once, and freed on the device', async () => {
    const device = await plugged();
    device.setLoss((sequence) => sequence % 4 === 1);
    const started = await hub.request(
      'requestRpc',
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
      'requestRpc',
      { params: pathOf(device), body: { feature: 'record', cmd_type: 'cmd_stop' } },
      manager,
    );
    const record = await recordInState(device, 'waiting');
    const journal = await journalOf(uid);
    expect(journal.bytes.toSorted()).toEqual(hex(sent).toSorted());
    expect(journal.kinds.at(-1)).toBe('end');
    expect(record).toMatchObject({ id, clientId: hub.clientId, deviceRecordId: 1, wrongTime: false });
    expect(record.otherData).toEqual({ missing_blocks: 0 });
    const tasks = await hub.db.select().from(tables.tasks);
    expect(tasks.filter((task) => task.recordIds.includes(id))).toMatchObject([
      { name: 'decode', args: { recordId: id } },
    ]);
    const users = await hub.db.select().from(tables.recordUsers).where(eq(tables.recordUsers.recordId, id));
    expect(users.map((user) => user.userId)).toEqual([hub.athleteId]);
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect(hub.sent.recordUpdate).toContainEqual({ record_ids: [id], reason: 'created' });
  });

  it('stays complete when the note that it stopped comes after it was completed', async () => {
    const device = await plugged();
    await device.start();
    const { id } = await recordInState(device, 'recording');
    await setRecordComplete(hub.db, id, { durationSeconds: 1, missingBlocks: 0, sizeBytes: 1 });
    await setRecordStopped(hub.db, id);
    expect((await recordsOf(device)).at(-1)?.decodeState).toBe('waiting');
  });

  it('takes no block twice and none that is damaged, and orders do not matter', async () => {
    const device = await plugged();
    await device.start();
    device.setLoss(() => true);
    const made = [await device.block('imu'), await device.block('imu'), await device.block('imu')];
    const [first, second, third] = made as [Uint8Array, Uint8Array, Uint8Array];
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
    const device = await hub.addDevice(next++);
    await device.start();
    for (let i = 0; i < 300; i++) await device.block('imu');
    await device.stop();
    await device.plug();
    const { uid } = await recordInState(device, 'waiting');
    expect((await journalOf(uid)).blocks).toHaveLength(300);
  });

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
    const number = next++;
    const device = await hub.addDevice(number);
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

describe('live', () => {
  it('shows decimated batches only while somebody watches, and asks an idle device to stream', async () => {
    const device = await plugged();
    await device.block('imu', 1);
    expect(hub.sent.liveData.filter((batch) => batch.number === numberOf(device))).toEqual([]);
    hub.watch(numberOf(device));
    await vi.waitFor(() => expect(device.calls.map((call) => call.method)).toContain('v1.realtime.set'), soon);
    await device.start();
    for (let i = 0; i < 20; i++) await device.block('imu', 1);
    await vi.waitFor(() => {
      const batches = hub.sent.liveData.filter((batch) => batch.number === numberOf(device));
      const times = batches.flatMap((batch) => batch.data.imu?.T ?? []);
      expect(times.length).toBeGreaterThanOrEqual(20); // 1 s at 20 Hz of 800 Hz
      expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
      expect(times[0]).toBe(0);
      expect(times.length).toBeLessThan(24);
      expect(batches.at(-1)).toMatchObject({ deviceRecId: 1 });
      const values = batches.flatMap((batch) => batch.data.imu?.acc_y ?? []);
      expect(values.slice(0, 3)).toEqual([0.01, 0.41, 0.81]);
    }, soon);
    await device.stop();
  });
});

describe('status', () => {
  it('of a device follows its reports, its last will and its record', async () => {
    const device = await plugged();
    const read = async () => (await hub.request('readDeviceSettings', { params: pathOf(device) }, manager)).body;
    await vi.waitFor(async () => expect(await read()).toMatchObject({ is_connected: true, state: 'idle' }), soon);
    expect(await read()).toMatchObject({
      type: 'maxi',
      battery: 80,
      version: '7.1.0',
      recTime: null,
      modules: { imu: { is_connected: true, type: 'imu', rate: 800 } },
      features: { record: { cmd_start: 'v1.record.rec.start' }, light: { cmd_blink: 'v1.light.blink' } },
      users: [{ id: hub.athleteId }],
    });
    await device.start();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'record', deviceRecId: 1 }), soon);
    expect((await hub.request('listRecordingDevices', { params: {} }, manager)).body).toMatchObject({
      items: [{ number: numberOf(device) }],
    });
    await device.cut();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ is_connected: false, state: 'off' }), soon);
    const patches = hub.sent.boardStatus.filter((patch) => patch.number === numberOf(device));
    expect(patches.at(-1)).toMatchObject({ is_connected: false, state: 'off' });
    expect(patches.at(-1)).not.toHaveProperty('name');
    await vi.waitFor(() => {
      expect(hub.sent.connectedDevices.at(-1)?.find((status) => status.number === numberOf(device))).toMatchObject({
        is_connected: false,
      });
    }, soon);
  });
});

describe('commands', () => {
  it('are refused for devices that are away, unknown methods, bad parameters, and what the server does itself', async () => {
    const device = await hub.addDevice(next++);
    const ask = (body: object) => hub.request('requestRpc', { params: pathOf(device), body }, manager);
    expect(await ask({ method: 'v1.clock.get' })).toMatchObject({ status: 418 });
    await device.plug();
    await vi.waitFor(async () => expect(await ask({ method: 'v1.clock.get' })).toMatchObject({ status: 200 }), soon);
    expect(await ask({ method: 'v1.nothing' })).toMatchObject({ status: 422, body: { code: 'device.unknownMethod' } });
    expect(await ask({ method: 'toString' })).toMatchObject({ status: 422 });
    expect(await ask({ method: 'v1.record.rec.delete', params: { recordId: 1 } })).toMatchObject({ status: 422 });
    expect(await ask({ method: 'v1.device.rename', params: { name: '' } })).toMatchObject({
      status: 422,
      body: { fields: { 'params.name': 'too_small' } },
    });
    expect(await ask({ method: 'v1.record.rec.stop' })).toMatchObject({
      status: 409,
      body: { code: 'device.refused' },
    });
    expect(await ask({ method: 'v1.clock.set', params: { clockUs: 1 } })).toMatchObject({
      status: 422,
      body: { code: 'device.unknownMethod', message: { en: expect.stringContaining('v1.clock.set') } },
    });
    device.setMute(() => true);
    expect(await ask({ method: 'v1.light.blink', timeout: 0.05 })).toMatchObject({ status: 504 });
  });

  it('can be followed instead of waited for', async () => {
    const device = await plugged();
    const body = { method: 'v1.device.rename', params: { name: 'Skiff' }, wait_for_result: false };
    const asked = await vi.waitFor(async () => {
      const answer = await hub.request('requestRpc', { params: pathOf(device), body }, manager);
      expect(answer.status).toBe(201);
      return answer.body as { id: string };
    }, soon);
    const read = (id: string) => hub.request('readRpcResponse', { params: pathOf(device), body: { id } }, manager);
    await vi.waitFor(async () => expect(await read(asked.id)).toMatchObject({ status: 200 }), soon);
    expect(await read('unknown')).toMatchObject({ status: 404 });
    expect(await hub.request('readDeviceStatus', { params: pathOf(device) }, manager)).toMatchObject({
      body: { name: 'Skiff' },
    });
  });
});

describe('who may see a device', () => {
  it('its client, its paired athletes and administrators; for the others it is not there', async () => {
    const device = await hub.addDevice(next++);
    const status = (as: Parameters<Hub['request']>[2]) =>
      hub.request('readDeviceStatus', { params: pathOf(device) }, as);
    expect(await status({ roles: ['Admin'], clientId: hub.otherClientId })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Coach'] })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Athlete'] })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Athlete'], userId: 9999 })).toMatchObject({ status: 404 });
    expect(await status({ roles: ['Manager'], clientId: hub.otherClientId })).toMatchObject({ status: 404 });
    const all = { params: { clientId: hub.clientId } };
    const other = { roles: ['Manager'] as const, clientId: hub.otherClientId };
    expect(await hub.request('listRealtimeDevices', all, other)).toMatchObject({ status: 404 });
    expect(await hub.request('countConnectedDevices', { params: {} }, other)).toMatchObject({ body: { count: 0 } });
  });
});
