import { api } from '@sillage/contract';
import { afterAll, expect, it, vi } from 'vitest';
import { renameDevice } from '../../administration/devices/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, addNext, plugged, pathOf } = await openTestDevices();
afterAll(() => hub.close());
const soon = { timeout: 15_000, interval: 10 };

const names = (device: FakeDevice) =>
  device.calls.filter(({ method }) => method === 'v1.device.rename').map(({ params }) => params.name);
/** Until it was asked for its clock, which is after it was told its name. */
const greeted = (device: FakeDevice) =>
  vi.waitFor(() => expect(device.calls.map(({ method }) => method)).toContain('v1.clock.get'), soon);

it('a device that is there is renamed when its row is', async () => {
  const device = await plugged();
  await greeted(device);
  expect(names(device)).toEqual([]);
  await renameDevice(hub.db, numberOf(device), 'Skiff');
  await vi.waitFor(() => expect(names(device)).toEqual(['Skiff']), soon);
});

it('one that is away is renamed at its next connection, once', async () => {
  const device = await addNext();
  await device.plug();
  await greeted(device);
  await device.cut();
  await vi.waitFor(async () => {
    const status = await hub.request(api.readDeviceStatus, { params: pathOf(device) }, manager);
    expect(status).toMatchObject({ body: { is_connected: false } });
  }, soon);
  await renameDevice(hub.db, numberOf(device), 'Deux de pointe');
  expect(names(device)).toEqual([]);
  await device.plug();
  await vi.waitFor(() => expect(names(device)).toEqual(['Deux de pointe']), soon);
  device.meta.name = 'Deux de pointe';
  await device.describe();
  await device.cut();
  device.calls.length = 0;
  await device.plug();
  await greeted(device);
  expect(names(device)).toEqual([]);
});

it('a name that a person gives by the device itself is not told again', async () => {
  const device = await plugged();
  const body = { method: 'v1.device.rename', params: { name: 'Quatre' } };
  await vi.waitFor(async () => {
    const answer = await hub.request(api.requestRpc, { params: pathOf(device), body }, manager);
    expect(answer).toMatchObject({ status: 200 });
  }, soon);
  await vi.waitFor(async () => {
    const status = await hub.request(api.readDeviceStatus, { params: pathOf(device) }, manager);
    expect(status).toMatchObject({ body: { name: 'Quatre' } });
  }, soon);
  expect(names(device)).toEqual(['Quatre']);
});
