import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, startFleet } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { freePort, type RunningProgram, runProgram, waitUntil } from '@sillage/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** One goes on with its record while the program is away, one ends it. */
const [goesOn, ends] = [10200042, 10200082];

let dataRoot: string;
let devicesFolder: string;
let mqttPort: number;
let program: RunningProgram;
let fleets: Fleet[];
beforeEach(async () => {
  dataRoot = await mkdtemp(join(tmpdir(), 'sillage-kill-'));
  devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-kill-devices-'));
  await copyTestCluster(join(dataRoot, 'postgres'));
  mqttPort = await freePort();
  fleets = [];
  program = await run();
});
afterEach(async () => {
  for (const fleet of fleets) await fleet.stop();
  await program.end();
  for (const folder of [dataRoot, devicesFolder]) await rm(folder, { recursive: true, force: true });
});

const run = () => runProgram({ dataRoot, mqttPort, simulator: false });

async function secretOf(number: number): Promise<string> {
  const { items } = await program.client.call(api.listDevices, { body: { search: String(number), pageSize: 200 } });
  const { id } = items.find((item) => item.number === number) ?? { id: 0 };
  return (await program.client.call(api.renewDeviceSecret, { params: { id } })).secret;
}

async function plug(number: number, secret: string): Promise<Fleet> {
  const folder = join(devicesFolder, String(number));
  const fleet = await startFleet({
    brokerUrl: `mqtt://127.0.0.1:${mqttPort}`,
    devices: [{ number, secret }],
    folder,
  });
  fleets.push(fleet);
  return fleet;
}

const inClient = (deviceNumber: number) => ({ params: { clientId: program.user.client_id, deviceNumber } });
const command = (number: number, cmd_type: 'cmd_start' | 'cmd_stop') =>
  program.client.call(api.requestRpc, { ...inClient(number), body: { feature: 'record', cmd_type } });

/** s that a device has recorded; undefined while it is away. */
async function recordTime(number: number): Promise<number | undefined> {
  const { clientId } = inClient(number).params;
  const devices = await program.client.call(api.listRealtimeDevices, { params: { clientId } });
  const device = devices.find((one) => one.number === number);
  return device?.is_connected ? (device.recTime ?? undefined) : undefined;
}
const recordsFor = (number: number, seconds: number) =>
  waitUntil(`${number} to have recorded`, async () => ((await recordTime(number)) ?? 0) > seconds);

/** A record once it is decoded, and its selections. */
async function decoded(id: number) {
  const record = await waitUntil('the record to be decoded', async () => {
    const found = await program.client.call(api.readRecord, { params: { id } });
    return found.decode_state === 'done' && found;
  });
  return { record, selections: await program.client.call(api.listSelections, { params: { id } }) };
}

it('killed in an open selection, it finds the records again: one selection is still open, the other ended with its record', async () => {
  const secrets = new Map([[goesOn, await secretOf(goesOn)] as const, [ends, await secretOf(ends)] as const]);
  const fleetOf = new Map<number, Fleet>();
  for (const [number, secret] of secrets) fleetOf.set(number, await plug(number, secret));
  const nothing = { recordId: 0, t0: 0 };
  const pressed = new Map<number, typeof nothing>();
  for (const number of secrets.keys()) {
    await waitUntil(
      'the device to be heard',
      async () => (await command(number, 'cmd_start').catch(() => undefined)) && true,
    );
    await recordsFor(number, 1);
    const { record_id, selection } = await program.client.call(api.startLiveSelection, {
      ...inClient(number),
      body: { exercise: '500 m' },
    });
    pressed.set(number, { recordId: record_id, t0: selection.t0 });
  }
  for (const [number, { t0 }] of pressed) await recordsFor(number, t0 + 2);

  await program.kill();
  // Switched off, it ends its record aboard.
  await fleetOf.get(ends)?.stop();
  program = await run();
  await plug(ends, secrets.get(ends) ?? '');
  await recordsFor(goesOn, 6);

  const stillOpen = await program.client.call(api.stopLiveSelection, { ...inClient(goesOn), body: {} });
  const { recordId: first, t0 } = pressed.get(goesOn) ?? nothing;
  expect(stillOpen).toMatchObject({ record_id: first, selection: { num: 1, t0, exercise: '500 m' } });
  await command(goesOn, 'cmd_stop');
  const whole = await decoded(first);
  expect(whole.selections).toMatchObject([{ num: 1, t0, t1: stillOpen.selection.t1, exercise: '500 m' }]);
  expect(whole.selections[0]?.t1).toBeGreaterThan(t0 + 2);
  expect(whole.record.duration).toBeGreaterThanOrEqual(whole.selections[0]?.t1 ?? Number.POSITIVE_INFINITY);

  const { recordId: second, t0: began } = pressed.get(ends) ?? nothing;
  const ended = await decoded(second);
  expect(ended.selections).toMatchObject([{ num: 1, t0: began, exercise: '500 m' }]);
  expect(ended.selections[0]?.t1).toBeCloseTo(ended.record.duration, 1);
  expect(ended.record.duration).toBeGreaterThan(began + 2);
});
