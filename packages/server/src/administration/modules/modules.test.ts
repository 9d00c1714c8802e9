import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDevice } from '../../platform/database/testing.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { moduleRoutes } from './index.ts';

let test: TestAdministration;
beforeAll(async () => {
  test = await openTestAdministration();
  moduleRoutes(test.serve, { db: test.db });
});
afterAll(() => test.close());

const device = async (clientId: number) => (await addDevice(test.db, { clientId, name: 'Skiff' })).id;

it('a module plugs into a device of its own client', async () => {
  const { home, away } = test.clientIds;
  const [ours, theirs] = [await device(home), await device(away)];
  const create = (body: object, who = 'manager') =>
    test.ask(who, api.createModule, { body: { name: 'm', type: 'imu', ...body } });
  const made = await create({ device_id: ours, version: '1.2' });
  expect(made).toMatchObject({
    status: 201,
    body: { device_id: ours, device_name: 'Skiff', client_id: home, enabled: true },
  });
  expect((await create({ device_id: theirs })).fields).toEqual({ device_id: 'unknown' });
  expect((await create({ device_id: theirs }, 'admin')).fields).toEqual({ device_id: 'unknown' });
  expect((await create({ client_id: away })).fields).toEqual({ client_id: 'unknown' });
  expect((await create({}, 'coach')).status).toBe(403);
  expect((await create({ version: 'x' })).fields).toEqual({ version: 'version' });
  const params = { id: made.body?.id ?? 0 };
  const list = await test.ask('coach', api.listModules, { body: { deviceIds: [ours] } });
  expect(list.body).toMatchObject({ total: 1, items: [{ id: params.id }] });
  for (const endpoint of [api.readModule, api.editModule, api.deleteModule, api.describeModuleDeletion]) {
    expect((await test.ask('awayManager', endpoint, { params, body: {} })).status).toBe(404);
  }
  const moved = await test.ask('admin', api.editModule, { params, body: { client_id: away } });
  expect(moved.body).toMatchObject({ client_id: away, device_id: null });
  expect((await test.ask('manager', api.readModule, { params })).status).toBe(404);
  expect((await test.ask('awayManager', api.deleteModule, { params })).status).toBe(204);
});

it('a mechanical sensor has a calibration line, and is of one client', async () => {
  const create = (body: object, who = 'manager') =>
    test.ask(who, api.createMecaSensor, { body: { name: 'Dame 1', type: 'force', ...body } });
  const made = await create({ gain: 2.5, offset: -1, unit: 'N', calibrated_date: '2026-11-20' });
  expect(made.body).toMatchObject({ gain: 2.5, offset: -1, calibrated_date: '2026-11-20', client_name: 'home' });
  expect((await create({ gain: 'x' })).fields).toEqual({ gain: 'number' });
  expect((await create({ calibrated_date: '2026-02-30' })).fields).toEqual({ calibrated_date: 'date' });
  expect((await create({ name: '' })).fields).toEqual({ name: 'required' });
  expect((await create({}, 'coach')).status).toBe(403);
  const params = { id: made.body?.id ?? 0 };
  expect((await test.ask('coach', api.readMecaSensor, { params })).status).toBe(200);
  expect((await test.ask('athlete', api.readMecaSensor, { params })).status).toBe(403);
  for (const endpoint of [
    api.readMecaSensor,
    api.editMecaSensor,
    api.deleteMecaSensor,
    api.describeMecaSensorDeletion,
  ]) {
    expect((await test.ask('awayManager', endpoint, { params, body: {} })).status).toBe(404);
  }
  const edited = await test.ask('manager', api.editMecaSensor, { params, body: { calibrated_date: null } });
  expect(edited.body).toMatchObject({ calibrated_date: null, gain: 2.5 });
  const away = await test.ask('awayManager', api.listMecaSensors, { body: { clientIds: [test.clientIds.home] } });
  expect(away.body?.total).toBe(0);
  expect((await test.ask('manager', api.deleteMecaSensor, { params })).status).toBe(204);
});
