import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { numberOf, openTestDevices } from './open-test-devices.ts';

let aheadMs = 0;
let dateAheadMs = 0;
const clock = { nowMs: () => Date.now() + dateAheadMs, monotonicMs: () => performance.now() + aheadMs };
const rules = { namePrefix: 'Sortie du soir / 2', stopAfterSeconds: 600 };
const { hub, plugged, recordInState, recordsOf, blocksOf, soon } = await openTestDevices({ clock, rules });
afterAll(() => hub.close());

const stops = (device: Awaited<ReturnType<typeof plugged>>) =>
  device.calls.filter(({ method }) => method === 'v1.record.rec.stop').length;

/** A device whose record is open: the server has its time. */
async function recording() {
  const device = await plugged();
  await device.start();
  await device.block('imu', 1);
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect(await blocksOf(uid)).toEqual(['1:0']), soon);
  return device;
}

it('a forgotten record is stopped by a command, and keeps all its samples; a younger one goes on', async () => {
  const forgotten = await recording();
  for (let i = 0; i < 2; i++) await forgotten.block('imu', 1);
  aheadMs += 400_000;
  const younger = await recording();
  aheadMs += 201_000;
  const record = await recordInState(forgotten, 'waiting');
  expect(forgotten.running()).toBeNull();
  expect(record.missingBlocks).toBe(0);
  expect([stops(younger), younger.running()]).toEqual([0, 1]);
});

it('a clock that is set does not stop one', async () => {
  const device = await recording();
  dateAheadMs += 7 * 86_400_000;
  aheadMs += 60_000;
  // Long enough for two looks at all that run.
  for (let looks = 0; looks < 2; looks++) {
    aheadMs += 6000;
    await wait(1100);
  }
  expect([stops(device), device.running()]).toEqual([0, 1]);
});

it('a device that does not obey is asked again, and said once to be so', async () => {
  const device = await recording();
  device.setRefusals((method) => method === 'v1.record.rec.stop');
  aheadMs += 601_000;
  for (let asked = 1; asked <= 2; asked++) {
    await vi.waitFor(() => expect(stops(device)).toBe(asked), soon);
    if (asked === 2) device.setRefusals(() => false);
    aheadMs += 6000;
  }
  await recordInState(device, 'waiting');
  expect(stops(device)).toBe(3);
  const said = hub.logged.filter(({ sentence }) => sentence.startsWith('a forgotten record was not stopped'));
  expect(said).toHaveLength(1);
});

it('a new record is named with what its client puts before, as far as files may be called so', async () => {
  const device = await plugged();
  await device.start();
  await recordInState(device, 'recording');
  const [record] = await recordsOf(device);
  expect(record?.basename).toMatch(new RegExp(`^Sortie du soir 2 ${numberOf(device)}_\\d{8}_\\d{6}$`));
});
