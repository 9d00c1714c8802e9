import { api, type ConfiguredDevice, type DeviceStatus } from '@sillage/contract';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoContent } from '../src/demo.ts';

const [imu, plates, rowing, mini] = [10200082, 10200042, 10200010, 20100018] as const;
const away = 20100009;

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  await hub.plug([imu, plates, rowing, mini]);
  await waitUntil('four devices', async () => (await statuses()).filter((one) => one.is_connected).length === 4);
});
afterAll(async () => {
  await hub?.stop();
});

const statuses = (): Promise<DeviceStatus[]> =>
  hub.client.call(api.listRealtimeDevices, { params: { clientId: hub.user.client_id } });
const rateOf = async (number: number) => (await statuses()).find((one) => one.number === number)?.modules.imu?.rate;
const config = async (name: string, modules: object) =>
  (await hub.client.call(api.createConfig, { body: { name, config: JSON.stringify({ modules }) } })).id;

async function sent(id: number, numbers: readonly number[], how: 'sendConfig' | 'previewConfig' = 'sendConfig') {
  const { items } = await hub.client.call(api[how], { params: { id }, body: { device_numbers: [...numbers] } });
  return (number: number): ConfiguredDevice | undefined => items.find((one) => one.number === number);
}

it('a configuration of a sensor’s template is looked at, sent, and read back; each device answers for itself', async () => {
  await hub.client.call(api.requestRpc, {
    params: { clientId: hub.user.client_id, deviceNumber: rowing },
    body: { feature: 'record', cmd_type: 'cmd_start' },
  });
  const id = await config('Fast', { imu: { type: 'imu', sensor: 'imu', parameters: { rate: 250 }, realtimeRate: 25 } });
  const resolved = await hub.client.call(api.resolveConfig, { params: { id } });
  expect(resolved.modules).toEqual({ imu: { enabled: true, rate: 250, realtimeRate: 25 } });

  const numbers = [imu, plates, rowing, mini, away];
  const looked = await sent(id, numbers, 'previewConfig');
  expect(looked(imu)).toMatchObject({ state: 'toSend', before: { imu: { rate: 100 } }, after: { imu: { rate: 250 } } });
  const flow = looked(imu)?.bytes_per_second;
  expect((flow?.after ?? 0) / (flow?.before ?? 1)).toBeCloseTo(2.5);
  expect(await rateOf(imu)).toBe(100);

  const answer = await sent(id, numbers);
  expect(answer(imu)?.state).toBe('taken');
  expect(answer(plates)).toMatchObject({ state: 'refused', code: 'config.nothingForDevice', absent: ['imu'] });
  expect(answer(rowing)).toMatchObject({ state: 'leftOut', code: 'device.recording' });
  expect(answer(mini)).toMatchObject({ state: 'refused', code: 'config.tooFast' });
  expect(answer(away)).toMatchObject({ state: 'leftOut', code: 'device.notConnected', before: null });
  await waitUntil('the new rate', async () => (await rateOf(imu)) === 250);
  expect((await sent(id, [imu]))(imu)?.state).toBe('alreadySo');
});

it('modules that a configuration does not name are off, and come back with one that does', async () => {
  await hub.client.call(api.requestRpc, {
    params: { clientId: hub.user.client_id, deviceNumber: rowing },
    body: { feature: 'record', cmd_type: 'cmd_stop' },
  });
  await waitUntil(
    'a device at rest',
    async () => (await statuses()).find((o) => o.number === rowing)?.state === 'idle',
  );
  const names = async () => Object.keys((await statuses()).find((one) => one.number === rowing)?.modules ?? {}).sort();
  const alone = await config('Handle', { rower: { type: 'force', rate: 100, realtimeRate: 20 } });
  const before = await names();
  expect(before).toEqual(['rower', 'stroke']);
  const type = (await statuses()).find((one) => one.number === rowing)?.modules.rower?.type ?? '';
  const handle = type === 'force' ? alone : await config('Handle 2', { rower: { type, rate: 100, realtimeRate: 20 } });
  expect((await sent(handle, [rowing]))(rowing)).toMatchObject({
    state: 'taken',
    after: { stroke: { enabled: false } },
  });
  await waitUntil('one module', async () => (await names()).length === 1);
  const both = await config('Both', { rower: { type, rate: 50 }, stroke: { type: 'stroke' } });
  expect((await sent(both, [rowing]))(rowing)?.state).toBe('taken');
  await waitUntil('both modules', async () => (await names()).length === 2);
});
