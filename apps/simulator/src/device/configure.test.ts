import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Fleet, startFleet } from '../fleet.ts';
import { blocksOf, openTestListener, samplesOf, type TestListener } from '../open-test-listener.ts';

let hub: TestListener;
let fleet: Fleet | undefined;
beforeEach(async () => {
  hub = await openTestListener();
});
afterEach(async () => {
  await fleet?.stop();
  await hub.close();
});

const number = 20100018;
const start = async () => {
  hub.metas.clear();
  fleet = await startFleet({
    brokerUrl: hub.url,
    devices: [{ number, secret: `secret-${number}` }],
    folder: hub.folder,
  });
  await vi.waitFor(() => expect(hub.metas.has(number)).toBe(true), 5000);
};

it('measures at the rate that it was given, says so, and still does after it was off', async () => {
  await start();
  const before = hub.metas.get(number)?.modules.imu?.rateHz;
  expect(before).not.toBe(50);
  await hub.ask(number, 'v1.config.set', { modules: { imu: { rateHz: 50, realtimeRateHz: 10 } } });
  await vi.waitFor(() => expect(hub.metas.get(number)?.modules.imu).toMatchObject({ rateHz: 50, realtimeRateHz: 10 }));
  const { recordId } = (await hub.ask(number, 'v1.record.rec.start')) as { recordId: number };
  await vi.waitFor(() => expect(blocksOf(hub, number, recordId, 'imu').size).toBeGreaterThan(10), 5000);
  await hub.stopRecord(number);
  const meta = hub.metas.get(number);
  if (meta === undefined) throw new Error('no meta');
  const { timesUs } = samplesOf(blocksOf(hub, number, recordId, 'imu').values(), meta, 'imu');
  for (let i = 1; i < timesUs.length; i++) expect((timesUs[i] ?? 0) - (timesUs[i - 1] ?? 0)).toBe(20_000);

  await fleet?.stop();
  await start();
  expect(await hub.ask(number, 'v1.config.get')).toMatchObject({ modules: { imu: { rateHz: 50, enabled: true } } });
});

it('takes all of a configuration or nothing, and none in a record', async () => {
  await start();
  const set = (modules: object) => hub.call(number, 'v1.config.set', { modules });
  const before = await hub.ask(number, 'v1.config.get');
  expect(await set({ imu: { rateHz: 5000 } })).toMatchObject({
    error: { code: 'bad_params', message: expect.stringContaining('200 Hz') },
  });
  expect(await set({ imu: { rateHz: 20 }, gps: { enabled: true } })).toMatchObject({
    error: { code: 'unknown_module' },
  });
  expect(await set({ imu: { enabled: false } })).toMatchObject({ error: { code: 'bad_params' } });
  await hub.ask(number, 'v1.record.rec.start');
  expect(await set({ imu: { rateHz: 20 } })).toMatchObject({ error: { code: 'busy' } });
  expect(await hub.ask(number, 'v1.config.get')).toEqual(before);
});
