import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, type FleetDevice, startFleet } from '@sillage/app-simulator';
import { type AskedUpdate, api, type FirmwareUpdate } from '@sillage/contract';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const faults = [undefined, 'begin', 'chunk', 'verify', 'restart', 'power', 'corrupt'] as const;
const [former, wanted] = ['6.7.1', '7.3.0'];
const numbers = Array.from({ length: 20 }, (_, i) => 10_200_201 + i);
const special = { sameVersion: 10_200_301, older: 10_200_302, tooOld: 10_200_303, otherKey: 10_200_304 };

let dataRoot: string;
let hub: TestHub;
let fleet: Fleet | undefined;
let devices: FleetDevice[];
beforeAll(async () => {
  dataRoot = await mkdtemp(join(tmpdir(), 'sillage-update-'));
  hub = await startTestHub({ dataRoot });
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const key = Buffer.from(x, 'base64url').toString('base64');
  devices = [
    ...(await add(numbers)).map((device, i) => ({
      ...device,
      version: former,
      firmwareFault: faults[i % faults.length],
    })),
    ...(await add([special.sameVersion])).map((device) => ({ ...device, version: wanted })),
    ...(await add([special.older])).map((device) => ({ ...device, version: '8.0.0' })),
    ...(await add([special.tooOld])).map((device) => ({ ...device, version: '6.3.2' })),
    ...(await add([special.otherKey])).map((device) => ({ ...device, version: former, firmwareKey: key })),
  ];
  await plug();
});
afterAll(async () => {
  await fleet?.stop();
  await hub?.stop();
  await rm(dataRoot, { recursive: true, force: true });
});

async function add(these: readonly number[]) {
  const made = these.map(async (number) => {
    const { secret = '' } = await hub.client.call(api.createDevice, { body: { number } });
    return { number, secret, recording: 'jumps' };
  });
  return Promise.all(made);
}

async function plug() {
  const brokerUrl = `mqtt://127.0.0.1:${hub.server.mqttPort}`;
  fleet = await startFleet({ brokerUrl, devices, folder: join(dataRoot, 'simulator') });
  await waitUntil(
    'all devices',
    async () => (await statuses()).filter((one) => one.is_connected).length === devices.length,
  );
}

const statuses = () => hub.client.call(api.listRealtimeDevices, { params: { clientId: hub.user.client_id } });
const versionOf = async (number: number) => (await statuses()).find((one) => one.number === number)?.version;
const updates = async (): Promise<FirmwareUpdate[]> => (await hub.client.call(api.listFirmwareUpdates, {})).items;
const lastOf = async (number: number) => (await updates()).find((one) => one.number === number);

async function ask(release_id: number, device_numbers: readonly number[], downgrade = false): Promise<AskedUpdate[]> {
  const body = { release_id, device_numbers: [...device_numbers], downgrade };
  return (await hub.client.call(api.startFirmwareUpdates, { body })).items;
}

it('twenty devices with cuts at every step, and an end of the hub in the middle: all run the new version, or what they ran', async () => {
  const file = { name: 'maxi.bin', content: new Blob([new Uint8Array(randomBytes(400_000))]) };
  const release = await hub.client.call(api.createDeviceRelease, { body: { version: wanted, target: 'maxi' }, file });
  const asked = await ask(release.id, [...numbers, ...Object.values(special)]);
  const codeOf = (number: number) => asked.find((one) => one.number === number)?.code;
  expect(codeOf(special.sameVersion)).toBe('firmware.sameVersion');
  expect(codeOf(special.older)).toBe('firmware.older');
  expect(codeOf(special.tooOld)).toBe('firmware.tooOld');
  expect(asked.filter(({ update }) => update !== null)).toHaveLength(numbers.length + 1);
  expect((await ask(release.id, [numbers.at(-1) ?? 0]))[0]?.code).toBe('firmware.alreadyAsked');

  let most = 0;
  const done = async () => {
    const all = await updates();
    most = Math.max(most, all.filter(({ state }) => ['loading', 'updating', 'reconnecting'].includes(state)).length);
    return all.filter(({ ended_date }) => ended_date !== null).length;
  };
  await waitUntil('some to be updated', async () => (await done()) >= 4, 120);
  await fleet?.stop();
  await hub.stop();
  hub = await startTestHub({ dataRoot });
  await plug();
  await waitUntil('all to have ended', async () => (await done()) === numbers.length + 1, 400);
  expect(most).toBeLessThanOrEqual(2);

  const ended = await updates();
  expect(
    ended
      .filter(({ state }) => state === 'upToDate')
      .map(({ number }) => number)
      .sort(),
  ).toEqual(numbers);
  for (const number of numbers) expect(await versionOf(number)).toBe(wanted);
  expect(await lastOf(special.otherKey)).toMatchObject({ state: 'failed', code: 'firmware.signatureRefused' });
  expect(await versionOf(special.otherKey)).toBe(former);
});

it('goes back to an older version only when somebody says so, and can be taken back while it waits', async () => {
  const [release] = (await hub.client.call(api.listDeviceReleases, { body: {} })).items;
  const { older } = special;
  const commandOf = (cmd_type: string) =>
    hub.client.call(api.requestRpc, {
      params: { clientId: hub.user.client_id, deviceNumber: older },
      body: { feature: 'record', cmd_type },
    });
  await commandOf('cmd_start');
  const [asked] = await ask(release?.id ?? 0, [older], true);
  await waitUntil('it to wait for the record', async () => (await lastOf(older))?.code === 'device.recording');
  await hub.client.call(api.cancelFirmwareUpdate, { params: { id: asked?.update?.id ?? 0 } });
  await commandOf('cmd_stop');
  expect((await lastOf(older))?.state).toBe('cancelled');
  expect(await versionOf(older)).toBe('8.0.0');
  await ask(release?.id ?? 0, [older], true);
  await waitUntil('the older version', async () => (await lastOf(older))?.state === 'upToDate', 60);
  expect(await versionOf(older)).toBe(wanted);
});
