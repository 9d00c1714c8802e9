import { api } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { FakeDevice } from './fake-device.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, addNext, plugged, pathOf, recordInState, blocksOf } = await openTestDevices();
afterAll(() => hub.close());
const soon = { timeout: 15_000, interval: 10 };

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

it('nothing of the past is shown while a record is repaired', async () => {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(['1:0']), soon);
  await device.cut();
  for (let i = 0; i < 20; i++) await device.block('imu');
  await device.stop();
  hub.watch(numberOf(device));
  await device.plug();
  expect((await recordInState(device, 'waiting')).missingBlocks).toBe(0);
  await device.block('imu', 1);
  const shown = () => hub.sent.liveData.filter((batch) => batch.number === numberOf(device));
  await vi.waitFor(() => expect(shown()).not.toEqual([]), soon);
  expect(shown().filter(({ deviceRecId }) => deviceRecId !== null)).toEqual([]);
});

describe('asked to stream', () => {
  const ask = (device: FakeDevice, body: object, who: object = {}) =>
    hub.request(api.requestRealtime, { params: pathOf(device), body }, { ...manager, ...who });
  const setTo = (device: FakeDevice) =>
    device.calls.filter(({ method }) => method === 'v1.realtime.set').map(({ params }) => params);

  it('a device streams what all who asked want: nobody takes anything from another', async () => {
    const device = await plugged();
    expect(await ask(device, { modules: ['imu'] }, { userId: 1 })).toMatchObject({ status: 200, body: { hold: 60 } });
    await ask(device, { realtime_data_keys: ['gps.speed'] }, { userId: 2 });
    await ask(device, { modules: { gps: true } }, { userId: 2, apiKeyId: 7 });
    await ask(device, {}, { userId: 3 });
    await ask(device, { modules: ['gps'] }, { userId: 1 });
    expect(setTo(device)).toEqual([
      { modules: ['imu'], holdSeconds: 60 },
      { modules: ['imu', 'gps'], holdSeconds: 60 },
      { modules: ['imu', 'gps'], holdSeconds: 60 },
      { holdSeconds: 60 },
      { holdSeconds: 60 },
    ]);
  });

  it('a device streams all while somebody is in its live room, whatever else is asked', async () => {
    const device = await plugged();
    await ask(device, { modules: ['imu'] });
    hub.watch(numberOf(device));
    await vi.waitFor(() => expect(setTo(device)).toHaveLength(2), soon);
    await ask(device, { modules: ['gps'] });
    expect(setTo(device).slice(1)).toEqual([{ holdSeconds: 60 }, { holdSeconds: 60 }]);
  });

  it('refuses names of which the device has none, and takes those that it has', async () => {
    const device = await plugged();
    const fields = (field: string) => ({
      status: 422,
      body: { code: 'request.invalid', fields: { [field]: 'unknown' } },
    });
    expect(await ask(device, { modules: ['sonar'] })).toMatchObject(fields('modules'));
    expect(await ask(device, { modules: { constructor: 1 } })).toMatchObject(fields('modules'));
    expect(await ask(device, { realtime_data_keys: ['sonar.depth'] })).toMatchObject(fields('realtime_data_keys'));
    expect(setTo(device)).toEqual([]);
    expect(await ask(device, { modules: ['sonar', 'imu', 'imu'] })).toMatchObject({ status: 200 });
    expect(await ask(device, { modules: null, realtime_data_keys: [] })).toMatchObject({ status: 200 });
    expect(setTo(device)).toEqual([{ modules: ['imu'], holdSeconds: 60 }, { holdSeconds: 60 }]);
  });
});

describe('status', () => {
  it('of a device follows its reports, its last will and its record', async () => {
    const device = await plugged();
    const read = async () => (await hub.request(api.readDeviceSettings, { params: pathOf(device) }, manager)).body;
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
    await vi.waitFor(async () => {
      expect((await hub.request(api.listRecordingDevices, { params: {} }, manager)).body).toMatchObject({
        items: [{ number: numberOf(device) }],
      });
    }, soon); // the one of another test may still be stopping
    await device.cut();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ is_connected: false, state: 'record' }), soon);
    const patches = hub.sent.boardStatus.filter((patch) => patch.number === numberOf(device));
    expect(patches.at(-1)).toMatchObject({ is_connected: false });
    expect(patches.at(-1)).not.toHaveProperty('state');
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
    const device = await addNext();
    const ask = (body: object) => hub.request(api.requestRpc, { params: pathOf(device), body }, manager);
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

  it('start no record on a device whose meta was refused, and the field is counted', async () => {
    const device = await plugged();
    const body = { method: 'v1.record.rec.start' };
    const start = () => hub.request(api.requestRpc, { params: pathOf(device), body }, manager);
    const { imu } = device.meta.modules;
    if (imu === undefined) throw new Error('no imu');
    device.meta.modules.twin = { ...imu };
    await device.cut();
    await device.plug();
    await vi.waitFor(async () => expect(await start()).toMatchObject({ body: { code: 'device.notDescribed' } }), soon);
    const refused = hub.tally.rows().find((row) => row.what === 'meta.refused' && row.device === numberOf(device));
    expect(refused?.reason).toContain('modules.twin.id');
    const told = () =>
      hub.sent.boardStatus.filter((patch) => patch.number === numberOf(device) && 'meta_problem' in patch);
    expect(told().at(-1)?.meta_problem).toContain('modules.twin.id');
    delete device.meta.modules.twin;
    await device.cut();
    await device.plug();
    await vi.waitFor(async () => expect(await start()).toMatchObject({ status: 200 }), soon);
    expect(told().at(-1)?.meta_problem).toBeNull();
    await device.stop();
  });

  it('can be followed instead of waited for', async () => {
    const device = await plugged();
    const body = { method: 'v1.device.rename', params: { name: 'Skiff' }, wait_for_result: false };
    const asked = await vi.waitFor(async () => {
      const answer = await hub.request(api.requestRpc, { params: pathOf(device), body }, manager);
      expect(answer.status).toBe(201);
      return answer.body as { id: string };
    }, soon);
    const read = (id: string) => hub.request(api.readRpcResponse, { params: pathOf(device), body: { id } }, manager);
    await vi.waitFor(async () => expect(await read(asked.id)).toMatchObject({ status: 200 }), soon);
    expect(await read('unknown')).toMatchObject({ status: 404 });
    expect(await hub.request(api.readDeviceStatus, { params: pathOf(device) }, manager)).toMatchObject({
      body: { name: 'Skiff' },
    });
  });

  it('whose outcome cannot be kept say so to who asks, and nothing else is harmed', async () => {
    const device = await plugged();
    await hub.db.execute(sql`create function refuse_name() returns trigger language plpgsql as $$
      begin raise exception 'the disk of the database is full'; end $$`);
    await hub.db.execute(sql`create trigger refuse_name before update on devices for each row
      when (new.name = 'Kept by nobody') execute function refuse_name()`);
    const body = { method: 'v1.device.rename', params: { name: 'Kept by nobody' }, wait_for_result: false };
    const { id } = await vi.waitFor(async () => {
      const answer = await hub.request(api.requestRpc, { params: pathOf(device), body }, manager);
      expect(answer.status).toBe(201);
      return answer.body as { id: string };
    }, soon);
    await vi.waitFor(async () => {
      const outcome = await hub.request(api.readRpcResponse, { params: pathOf(device), body: { id } }, manager);
      expect(outcome).toMatchObject({ body: { code: 'server.unavailable' } });
    }, soon);
  });
});

describe('who may see a device', () => {
  it('its client, its paired athletes and administrators; for the others it is not there', async () => {
    const device = await addNext();
    const status = (as: Parameters<typeof hub.request>[2]) =>
      hub.request(api.readDeviceStatus, { params: pathOf(device) }, as);
    expect(await status({ roles: ['Admin'], clientId: hub.otherClientId })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Coach'] })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Athlete'] })).toMatchObject({ status: 200 });
    expect(await status({ roles: ['Athlete'], userId: 9999 })).toMatchObject({ status: 404 });
    expect(await status({ roles: ['Manager'], clientId: hub.otherClientId })).toMatchObject({ status: 404 });
    const all = { params: { clientId: hub.clientId } };
    const other = { roles: ['Manager'] as const, clientId: hub.otherClientId };
    expect(await hub.request(api.listRealtimeDevices, all, other)).toMatchObject({ status: 404 });
    expect(await hub.request(api.countConnectedDevices, { params: {} }, other)).toMatchObject({ body: { count: 0 } });
  });
});
