import { type DeviceStatus, isRefusal } from '@sillage/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addDevice, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openSigningKey } from '../../platform/secrets/index.ts';
import type { FirmwareDevices } from './install-firmware.ts';
import { addUpdate, findUpdate } from './kept-updates.ts';
import { createUpdates, type Updates } from './update-firmware.ts';

const number = 10_200_042;
const bytes = Buffer.alloc(1000, 7);
let test: TestDatabase;
let updates: Updates;
let id: number;
/** Methods that the device was asked for. */
let asked: string[];
/** Done when the device has all of the firmware. */
let onLoaded: () => void;

beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const device = await addDevice(db, { clientId, number });
  const about = { uid: crypto.randomUUID(), kind: 'device' as const, target: 'maxi', version: '7.3.0' };
  const file = { hardwareVersion: -1, filename: 'maxi.bin', sizeBytes: bytes.length, sha256: 'a'.repeat(64) };
  const [release] = await db
    .insert(tables.releases)
    .values({ ...about, ...file, notes: { fr: '', en: '' } })
    .returning();
  const added = await addUpdate(db, release?.id ?? 0, { deviceId: device.id, number, fromVersion: '6.7.1' });
  if (isRefusal(added)) throw added;
  id = added;
  asked = [];
  onLoaded = () => {};
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log };
  updates = createUpdates({
    ...{ db, devices: fakeDevices(), clock: systemClock, log },
    signer: await openSigningKey(test.folder.firmwareKey),
    files: { open: async () => ({ sizeBytes: bytes.length, readAll: () => pieces() }) as never },
  });
});
afterEach(async () => {
  await updates.stop();
  await test.close();
});

async function* pieces() {
  yield bytes;
}

/** One device, idle, with an older version: it loads what it is sent and runs what it loaded. */
function fakeDevices(): FirmwareDevices {
  let version = '6.7.1';
  const call = async (_number: number, method: string, params: { readonly offset?: number }) => {
    asked.push(method);
    if (method === 'v1.firmware.chunk') {
      onLoaded();
      return { nextOffset: bytes.length };
    }
    if (method === 'v1.firmware.apply') version = '7.3.0';
    return method === 'v1.firmware.begin' ? { nextOffset: params.offset ?? 0 } : {};
  };
  return {
    call: call as FirmwareDevices['call'],
    deviceStatus: () => ({ number, is_connected: true, state: 'idle', version }) as DeviceStatus,
    devicesFor: async () => [],
  };
}

const stateNow = async () => (await findUpdate(test.database.db, id))?.state;

it('brings a device the firmware, and says so', async () => {
  updates.start();
  await vi.waitFor(async () => expect(await stateNow()).toBe('upToDate'), { timeout: 5000 });
  expect(asked).toEqual(['v1.firmware.begin', 'v1.firmware.chunk', 'v1.firmware.apply']);
});

it('taken back at the last moment it is not installed, or it was too late and that is said', async () => {
  let answer: ReturnType<Updates['cancel']> | undefined;
  onLoaded = () => {
    answer ??= updates.cancel(id);
  };
  updates.start();
  await vi.waitFor(() => expect(asked.at(-1)).toMatch(/cancel|apply/), { timeout: 5000 });
  const refusal = await answer;
  if (refusal === undefined) {
    expect(asked).not.toContain('v1.firmware.apply');
    expect(await stateNow()).toBe('cancelled');
  } else {
    expect(refusal.code).toBe('firmware.pastCancelling');
    await vi.waitFor(async () => expect(await stateNow()).toBe('upToDate'));
  }
});
