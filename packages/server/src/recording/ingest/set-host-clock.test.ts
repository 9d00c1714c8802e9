import { api } from '@sillage/contract';
import { afterAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

let setMs = 0;
const clock = { nowMs: () => systemClock.nowMs() + setMs, monotonicMs: systemClock.monotonicMs };
const { hub, plugged, pathOf, recordInState, blocksOf, soon } = await openTestDevices({ clock });
afterAll(() => hub.close());

it.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('the host’s date set %s by an hour: devices stay there, obey, and their records go on', async (_where, stepMs) => {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  const { id, uid } = await recordInState(device, 'recording');
  const measured = () => device.calls.filter(({ method }) => method === 'v1.clock.get').length;
  const before = measured();
  const told = hub.sent.boardStatus.length;
  setMs += stepMs;
  // The watch over the devices has seen the step once it measures their clocks again.
  await vi.waitFor(() => expect(measured()).toBeGreaterThan(before), soon);
  const ask = (method: string) => hub.request(api.requestRpc, { params: pathOf(device), body: { method } }, manager);
  expect(await ask('v1.light.blink')).toMatchObject({ status: 200 });
  expect(hub.ingest().deviceStatus(numberOf(device))).toMatchObject({ is_connected: true, state: 'record' });
  expect(hub.ingest().isBeingRecorded(id)).toBe(true);
  const left = hub.sent.boardStatus.slice(told).filter((patch) => patch.is_connected === false);
  expect(left).toEqual([]);
  await device.block('imu', 1);
  await device.stop();
  expect(await recordInState(device, 'waiting')).toMatchObject({ id });
  expect(await blocksOf(uid)).toEqual(['1:0', '1:1']);
});
