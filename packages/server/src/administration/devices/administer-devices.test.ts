import { randomUUID } from 'node:crypto';
import { api } from '@sillage/contract';
import { deviceUsername } from '@sillage/device-protocol';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addRecord } from '../../platform/database/testing.ts';
import { denied, openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { administeredDeviceRoutes, createDevices, devicesChanged } from './index.ts';

let test: TestAdministration;
const live = new Map<number, object>();
const cut: number[] = [];
let serial = 100;

beforeAll(async () => {
  test = await openTestAdministration();
  administeredDeviceRoutes(test.serve, {
    db: test.db,
    liveStatus: (number) => live.get(number),
    cutConnection: (number) => void cut.push(number),
  });
});
afterAll(() => test.close());

/** A device of a client, with more fields if wanted. */
async function made(more: object = {}, who = 'admin') {
  serial += 1;
  const { body } = await test.ask(who, api.createDevice, { body: { type: 'maxi', serial, ...more } });
  if (body === undefined) throw new Error('not made');
  return body;
}

describe('numbers', () => {
  it('family, hardware version and the 4 digits that people type make the number, and the name', async () => {
    const { status, body } = await test.ask('manager', api.createDevice, {
      body: { type: 'mini', version: '2.1', serial: 42 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ number: 20210042, name: 'Mini 0042', type: 'mini', client_id: test.clientIds.home });
    const whole = await test.ask('manager', api.createDevice, { body: { number: 30200007, name: 'Berge' } });
    expect(whole.body).toMatchObject({ type: 'hub', name: 'Berge', is_connected: false, state: 'off' });
    expect((await made({ serial: 9998 })).number).toBe(10209998); // v2.0 unless said
  });

  it.each([
    [{ type: 'maxi' }, { serial: 'required' }],
    [{ serial: 4 }, { type: 'required' }],
    [{ type: 'maxi', serial: 10000 }, { serial: 'deviceSerial' }],
    [{ type: 'maxi', serial: -1 }, { serial: 'deviceSerial' }],
    [{ number: 11200042 }, { number: 'deviceNumber' }],
    [{ number: 42 }, { number: 'deviceNumber' }],
    [{ number: 10200042, serial: 43 }, { number: 'deviceNumber' }],
  ])('%j is refused', async (body, fields) => {
    const reply = await test.ask('manager', api.createDevice, { body });
    expect(reply).toMatchObject({ status: 422, fields });
  });

  it('a number that exists is a conflict, whoever has it', async () => {
    const { number } = await made({ client_id: test.clientIds.away });
    const again = await test.ask('manager', api.createDevice, { body: { number } });
    expect(again).toMatchObject({ status: 409, code: 'entity.conflict', fields: { number: 'taken' } });
    const typed = await test.ask('manager', api.createDevice, { body: { type: 'maxi', serial: number % 10_000 } });
    expect(typed.fields).toEqual({ serial: 'taken' });
  });

  it('the next free number is the lowest that nobody has', async () => {
    const next = () => test.ask('manager', api.readNextDeviceNumber, { query: { type: 'hub', version: '9.9' } });
    expect((await next()).body).toEqual({ number: 30990001, serial: 1, type: 'hub', version: 99 });
    for (const taken of [1, 2, 4]) await made({ type: 'hub', version: 99, serial: taken });
    expect((await next()).body).toMatchObject({ serial: 3 });
    await test.db.execute(sql`INSERT INTO devices (number, uid, name, client_id, secret_hash)
      SELECT 30990000 + n, gen_random_uuid(), 'x', ${test.clientIds.home}, '' FROM generate_series(1, 9999) AS n
      WHERE n NOT IN (1, 2, 4)`);
    expect(await next()).toMatchObject({ status: 409, code: 'device.noFreeNumber' });
    await test.db.delete(tables.devices).where(eq(tables.devices.name, 'x'));
  });
});

it('a new device hands over its secret once; a renewed one replaces it; a disabled device is let in no more', async () => {
  const devices = createDevices({ db: test.db });
  const device = await made();
  const signIn = (secret: string) => devices.authenticate(deviceUsername(device.number), secret);
  expect(await signIn(device.secret)).toBe(device.number);
  const read = await test.ask('manager', api.readDevice, { params: { id: device.id } });
  expect(JSON.stringify(read.body)).not.toContain('secret');
  const renewed = await test.ask('manager', api.renewDeviceSecret, { params: { id: device.id } });
  expect(await signIn(device.secret)).toBeUndefined();
  expect(await signIn(renewed.body?.secret ?? '')).toBe(device.number);
  await test.ask('manager', api.editDevice, { params: { id: device.id }, body: { enabled: false } });
  expect(await signIn(renewed.body?.secret ?? '')).toBeUndefined();
  expect(await test.ask('coach', api.renewDeviceSecret, { params: { id: device.id } })).toMatchObject({ status: 403 });
});

it('what is known live is shown, the row is newer', async () => {
  const device = await made({ name: 'Skiff' });
  live.set(device.number, { is_connected: true, state: 'record', battery: 80, name: 'Old name' });
  const { body } = await test.ask('manager', api.readDevice, { params: { id: device.id } });
  expect(body).toMatchObject({ is_connected: true, state: 'record', battery: 80, name: 'Skiff' });
});

it('a new device may be given with the comments that it has anyway, by who reads only one of them', async () => {
  await made({ admin_comment: '', manager_comment: '' }, 'manager');
  const body = { type: 'maxi', serial: 1234, admin_comment: 'a' };
  expect(denied(await test.ask('manager', api.createDevice, { body }))).toEqual({ admin_comment: 'forbidden' });
});

it('comments are for those whose they are', async () => {
  const { id } = await made({ group_id: test.groupIds.rowers, users: [test.idOf('athlete')] });
  const edit = (who: string, body: object) => test.ask(who, api.editDevice, { params: { id }, body });
  expect((await edit('manager', { manager_comment: 'm', comment: 'c' })).status).toBe(200);
  expect((await edit('admin', { admin_comment: 'a', manager_comment: 'm' })).status).toBe(200); // unchanged
  expect((await edit('admin', { manager_comment: 'other' })).body).toMatchObject({ manager_comment: 'other' });
  expect((await edit('manager', { manager_comment: 'm' })).body).toMatchObject({ manager_comment: 'm' });
  expect(denied(await edit('manager', { admin_comment: 'a' }))).toEqual({ admin_comment: 'forbidden' });
  expect(denied(await edit('coach', { manager_comment: 'm' }))).toEqual({ manager_comment: 'forbidden' });
  const seen = async (who: string) => (await test.ask(who, api.readDevice, { params: { id } })).body;
  expect(await seen('admin')).toMatchObject({ admin_comment: 'a', manager_comment: 'm', comment: 'c' });
  expect(await seen('manager')).toMatchObject({ manager_comment: 'm' });
  expect(await seen('manager')).not.toHaveProperty('admin_comment');
  for (const who of ['coach', 'athlete']) {
    expect(await seen(who)).toMatchObject({ comment: 'c' });
    expect(await seen(who)).not.toHaveProperty('manager_comment');
    expect(await seen(who)).not.toHaveProperty('admin_comment');
  }
});

describe('reach', () => {
  it('a coach has the devices of the own groups, an athlete those paired with them', async () => {
    const ours = await made({ group_id: test.groupIds.rowers });
    const others = await made({ group_id: test.groupIds.sprinters, users: [test.idOf('athlete')] });
    const free = await made();
    const ids = async (who: string) =>
      (await test.ask(who, api.listDevices, { body: { pageSize: 0 } })).body?.items.map((device) => device.id) ?? [];
    const [coach, athlete, foreign] = [await ids('coach'), await ids('athlete'), await ids('awayManager')];
    expect([ours, others, free].map(({ id }) => coach.includes(id))).toEqual([true, false, false]);
    expect([ours, others, free].map(({ id }) => athlete.includes(id))).toEqual([false, true, false]);
    expect([ours, others, free].map(({ id }) => foreign.includes(id))).toEqual([false, false, false]);
    const soft = await test.ask('coach', api.listAllDevicesSoft);
    expect(soft.body?.items.map(({ id }) => id).sort()).toEqual(coach.sort());
    for (const who of ['awayManager', 'awayCoach', 'awayAthlete', 'athlete']) {
      expect((await test.ask(who, api.readDevice, { params: { id: ours.id } })).status).toBe(404);
    }
    const edit = { params: { id: ours.id }, body: { name: 'mine' } };
    expect((await test.ask('awayManager', api.editDevice, edit)).status).toBe(404);
    expect((await test.ask('awayManager', api.deleteDevice, edit)).status).toBe(404);
    expect((await test.ask('awayManager', api.renewDeviceSecret, edit)).status).toBe(404);
    expect((await test.ask('athlete', api.editDevice, edit)).status).toBe(403);
  });

  it('a coach changes name, comment, athletes and group within the own ones, and nothing else', async () => {
    const { id } = await made({ group_id: test.groupIds.rowers });
    const edit = (body: object) => test.ask('coach', api.editDevice, { params: { id }, body });
    const body = { name: 'Double', comment: 'x', users: [{ id: test.idOf('athlete') }], enabled: true };
    expect((await edit(body)).body).toMatchObject({ name: 'Double', users: [{ lastname: 'athlete' }] });
    expect(denied(await edit({ enabled: false }))).toEqual({ enabled: 'forbidden' });
    expect(denied(await edit({ serial_number: 'S' }))).toEqual({ serial_number: 'forbidden' });
    expect(denied(await edit({ other_data: { a: 1 } }))).toEqual({ other_data: 'forbidden' });
    expect((await edit({ group_id: test.groupIds.sprinters })).fields).toEqual({ group_id: 'unknown' });
    expect(denied(await edit({ group_id: null }))).toEqual({ group_id: 'forbidden' });
    const both = { enabled: false, client_id: test.clientIds.away, group_id: test.groupIds.sprinters };
    expect(denied(await edit({ ...both, name: 'X' }))).toEqual({ enabled: 'forbidden' });
    expect((await test.ask('coach', api.readDevice, { params: { id } })).body).toMatchObject({ name: 'Double' });
    expect((await edit({ users: [test.idOf('sprinter')] })).fields).toEqual({ users: 'unknown' });
    expect((await edit({ client_id: test.clientIds.away })).fields).toEqual({ client_id: 'unknown' });
  });

  it('a device of another client is not there, even to who was left paired or in its group', async () => {
    const { away } = test.clientIds;
    const device = await made({ client_id: away, group_id: test.groupIds.awayTeam });
    await test.db.insert(tables.deviceUsers).values({ deviceId: device.id, userId: test.idOf('athlete') });
    const stray = { groupId: test.groupIds.awayTeam, userId: test.idOf('coach') };
    await test.db.insert(tables.groupMembers).values(stray);
    for (const who of ['athlete', 'coach']) {
      expect((await test.ask(who, api.readDevice, { params: { id: device.id } })).status).toBe(404);
      const list = await test.ask(who, api.listDevices, { body: { pageSize: 0 } });
      expect(list.body?.items.filter(({ id }) => id === device.id)).toEqual([]);
    }
    await test.db.delete(tables.groupMembers).where(eq(tables.groupMembers.userId, stray.userId));
    await test.db.insert(tables.groupMembers).values({ ...stray, groupId: test.groupIds.rowers });
  });

  it('a device that moves takes neither group nor athlete of the old client along by naming them', async () => {
    const group_id = test.groupIds.rowers;
    const users = [{ id: test.idOf('athlete') }];
    const { id } = await made({ group_id, users });
    const move = (body: object) =>
      test.ask('admin', api.editDevice, { params: { id }, body: { client_id: test.clientIds.away, ...body } });
    expect((await move({ group_id, users })).fields).toEqual({ group_id: 'unknown', users: 'unknown' });
    expect((await test.ask('admin', api.readDevice, { params: { id } })).body).toMatchObject({ group_id, users });
  });

  it('names of another client are unknown to a manager, as if they were not there', async () => {
    const { id } = await made();
    const edit = (body: object) => test.ask('manager', api.editDevice, { params: { id }, body });
    expect((await edit({ group_id: test.groupIds.awayTeam })).fields).toEqual({ group_id: 'unknown' });
    expect((await edit({ users: [test.idOf('awayAthlete')] })).fields).toEqual({ users: 'unknown' });
    expect((await edit({ client_id: test.clientIds.away })).fields).toEqual({ client_id: 'unknown' });
    const list = await test.ask('manager', api.listDevices, { body: { clientIds: [test.clientIds.away] } });
    expect(list.body).toEqual({ items: [], total: 0 });
  });

  it('a device that goes to another client leaves group, athletes, modules and what was chosen for its next record behind', async () => {
    const { id } = await made({ group_id: test.groupIds.rowers, users: [test.idOf('athlete')] });
    const module = { uid: randomUUID(), clientId: test.clientIds.home, deviceId: id, name: 'm', type: 'imu' };
    await test.db.insert(tables.modules).values(module);
    await test.db.insert(tables.nextRecords).values({ deviceId: id, comment: 'knee' });
    const moved = await test.ask('admin', api.editDevice, { params: { id }, body: { client_id: test.clientIds.away } });
    expect(moved.body).toMatchObject({
      client_id: test.clientIds.away,
      client_name: 'away',
      group_id: null,
      users: [],
    });
    expect(await test.db.$count(tables.modules, eq(tables.modules.deviceId, id))).toBe(0);
    expect(await test.db.$count(tables.nextRecords, eq(tables.nextRecords.deviceId, id))).toBe(0);
  });
});

it('lists are searched, filtered, sorted and paged', async () => {
  await made({ name: 'Zed boat', serial_number: 'SN-77', type: 'mini', version: 10 });
  await made({ name: 'Abe boat', enabled: false });
  const list = async (body: object) =>
    (await test.ask('manager', api.listDevices, { body })).body?.items.map((device) => device.name);
  expect(await list({ search: 'BOAT' })).toEqual(['Abe boat', 'Zed boat']);
  expect(await list({ search: 'boat', sort_desc: true, pageSize: 1 })).toEqual(['Zed boat']);
  expect(await list({ search: 'sn-77' })).toEqual(['Zed boat']);
  expect(await list({ search: 'oa' })).toEqual(['Abe boat', 'Zed boat']);
  expect(await list({ search: '77' })).toEqual(['Zed boat']);
  expect(await list({ search: 'oat ze' })).toEqual(['Zed boat']);
  expect(await list({ search: 'zed abe' })).toEqual([]);
  expect(await list({ search: '_o' })).toEqual([]);
  expect(await list({ search: 'boat', types: ['mini'] })).toEqual(['Zed boat']);
  expect(await list({ search: 'boat', types: ['other'] })).toEqual([]);
  expect(await list({ search: 'boat', enabled: false })).toEqual(['Abe boat']);
  await made({ name: 'Our boat', group_id: test.groupIds.rowers });
  expect(await list({ search: 'boat', groupIds: [test.groupIds.rowers] })).toEqual(['Our boat']);
  expect((await test.ask('manager', api.listDevices, { body: { sort_by: 'secret_hash' } })).status).toBe(422);
});

it('deleting tells what is lost and kept, then records stay without their device, and live lists hear of it', async () => {
  const device = await made({ users: [test.idOf('athlete')] });
  const of = { clientId: test.clientIds.home, deviceId: device.id, source: 'journal' } as const;
  const rows = [await addRecord(test.db, of), await addRecord(test.db, { ...of, decodeState: 'recording' })];
  const { body } = await test.ask('manager', api.describeDeviceDeletion, { params: { id: device.id } });
  expect(body?.effects.map(({ count, fate }) => [count, fate])).toEqual([
    [1, 'lost'],
    [1, 'lost'],
    [2, 'kept'],
  ]);
  expect(body?.effects[0]?.what.fr).toBe('1 appairage avec un athlète (Ana athlete), qui garde son compte');
  const heard = vi.fn();
  const stop = await test.database.listen(devicesChanged, heard, () => {});
  expect((await test.ask('coach', api.deleteDevice, { params: { id: device.id } })).status).toBe(403);
  expect((await test.ask('manager', api.deleteDevice, { params: { id: device.id } })).status).toBe(204);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(String(device.number)));
  await stop();
  for (const row of rows) {
    const [kept] = await test.db.select().from(tables.records).where(eq(tables.records.id, row.id));
    expect(kept?.deviceId).toBeNull();
  }
  expect((await test.ask('manager', api.readDevice, { params: { id: device.id } })).status).toBe(404);
});

it('text that no database keeps is refused, not a bug', async () => {
  const body = { type: 'maxi', serial: 9000 };
  const half = await test.ask('manager', api.createDevice, { body: { ...body, other_data: { a: '\ud800' } } });
  const nul = await test.ask('manager', api.createDevice, { body: { ...body, other_data: { 'a\0': 1 } } });
  expect([half.status, nul.status]).toEqual([400, 400]);
});

it('a device that is disabled, deleted or given a new secret loses its connection; no other edit cuts it', async () => {
  const { id, number } = await made();
  const cutBy = async (asking: () => Promise<{ status: number }>) => {
    cut.length = 0;
    await asking();
    return [...cut];
  };
  const edit = (who: string, body: object) => test.ask(who, api.editDevice, { params: { id }, body });
  const ask = (who: string, endpoint: typeof api.renewDeviceSecret | typeof api.deleteDevice) =>
    test.ask(who, endpoint, { params: { id } });
  expect(await cutBy(() => edit('manager', { name: 'Bow' }))).toEqual([]);
  expect(await cutBy(() => edit('awayManager', { enabled: false }))).toEqual([]);
  expect(await cutBy(() => ask('awayManager', api.renewDeviceSecret))).toEqual([]);
  expect(await cutBy(() => ask('awayManager', api.deleteDevice))).toEqual([]);
  expect(await cutBy(() => edit('manager', { enabled: false }))).toEqual([number]);
  expect(await cutBy(() => edit('manager', { enabled: true }))).toEqual([]);
  expect(await cutBy(() => ask('manager', api.renewDeviceSecret))).toEqual([number]);
  expect(await cutBy(() => ask('manager', api.deleteDevice))).toEqual([number]);
});
