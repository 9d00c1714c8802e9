import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fleet, recordings, startFleet } from '@sillage/app-simulator';
import { api, type Record as SillageRecord } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import {
  differencesFromSource,
  followStoredRecords,
  freePort,
  type RunningProgram,
  runProgram,
  waitUntil,
} from '@sillage/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

/** Each round makes a record of every device, and kills the server at a random moment of it. */
const rounds = Number(process.env.SILLAGE_KILL_ROUNDS ?? 2);
const numbers = recordings.map(({ device }) => device.number);
/** s; a busy machine decodes slowly, which is no loss. */
const patienceSeconds = 120;
const FleetFile = z.object({ devices: z.array(z.object({ number: z.int(), secret: z.string() })) });

let dataRoot: string;
let devicesFolder: string;
let mqttPort: number;
let program: RunningProgram;
let fleet: Fleet;
let stored: ReturnType<typeof followStoredRecords>;

beforeAll(async () => {
  dataRoot = await mkdtemp(join(tmpdir(), 'sillage-kill-'));
  devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-devices-'));
  mqttPort = await freePort();
  // The program's own simulator ends with it; devices must outlive their hub, so only its secrets are taken over.
  const first = await runProgram({ dataRoot, mqttPort, simulator: true });
  await first.end();
  const { devices } = FleetFile.parse(JSON.parse(await readFile(join(dataRoot, 'simulator', 'fleet.json'), 'utf8')));
  program = await runProgram({ dataRoot, mqttPort, simulator: false });
  fleet = await startFleet({ brokerUrl: `mqtt://127.0.0.1:${mqttPort}`, devices, folder: devicesFolder });
  stored = followStoredRecords(fleet);
});
afterAll(async () => {
  stored?.stop();
  await fleet?.stop();
  await program?.end();
  await rm(dataRoot, { recursive: true, force: true });
  await rm(devicesFolder, { recursive: true, force: true });
});

async function killAndStart(): Promise<void> {
  await program.kill();
  program = await runProgram({ dataRoot, mqttPort, simulator: false });
}

function command(number: number, cmd_type: 'cmd_start' | 'cmd_stop'): Promise<unknown> {
  const params = { clientId: program.user.client_id, deviceNumber: number };
  return program.client.call(api.requestRpc, { params, body: { feature: 'record', cmd_type } });
}

async function sixDevicesAre(state: 'record' | 'idle'): Promise<void> {
  await waitUntil(
    `six devices in state ${state}`,
    async () => {
      const { items } = await program.client.call(api.listRealtimeDevices, {
        params: { clientId: program.user.client_id },
      });
      return items.length === numbers.length && items.every((device) => device.is_connected && device.state === state);
    },
    patienceSeconds,
  );
}

async function lastRecordId(): Promise<number> {
  const { records } = await program.client.call(api.listRecords, { body: { pageSize: -1 } });
  return Math.max(0, ...records.map(({ id }) => id));
}

const isDecoded = ({ decode_state }: SillageRecord) => decode_state === 'done' || decode_state === 'error';

async function decodedRecords(afterId: number): Promise<SillageRecord[]> {
  let made: SillageRecord[] = [];
  const ready = waitUntil(
    'six decoded records',
    async () => {
      const { records } = await program.client.call(api.listRecords, { body: { pageSize: -1 } });
      made = records.filter(({ id }) => id > afterId);
      expect(made.length).toBeLessThanOrEqual(numbers.length);
      return made.length === numbers.length && made.every(isDecoded) && made;
    },
    patienceSeconds,
  );
  return ready.catch((error) => {
    const states = made.map(({ id, device_name, decode_state }) => `${id} of ${device_name}: ${decode_state}`);
    throw new Error(`${error} (${states.join(', ')})`);
  });
}

async function expectBitExact(record: SillageRecord): Promise<void> {
  const recording = recordings.find(({ device }) => record.device_name === device.name);
  if (recording === undefined) throw new Error(`record ${record.id} is of no known device`);
  const params = { id: record.id, fileType: 'raw' as const };
  const kept = stored.of(recording.device.number);
  if (Object.values(kept.blocks).every((count) => count === 0)) {
    // The source has pauses of more than a minute: a record of nothing says so.
    const errors = await program.client.call(api.listRecordErrors, { params });
    expect(errors).toMatchObject([{ type: 'FATAL', msg: { en: 'There is no readable sample.' } }]);
    return;
  }
  expect({ device: record.device_name, state: record.decode_state }).toMatchObject({ state: 'done' });
  const decoded = readRawFile((await program.client.fetchBytes(api.downloadRecordFile, { params })).body);
  if (isProblem(decoded)) throw new Error(decoded.problem);
  expect(record.nb_errors).toBe(0);
  expect(differencesFromSource(decoded, recording.id, kept)).toEqual([]);
}

/** One record of every device, with a kill while it runs and, when asked, one more while it is finished. */
async function killDuringRecord(alsoAtTheEnd: boolean): Promise<void> {
  await sixDevicesAre('idle');
  const lastId = await lastRecordId();
  await Promise.all(numbers.map((number) => command(number, 'cmd_start')));
  await delay(Math.random() * 3000);
  await killAndStart();
  await sixDevicesAre('record');
  await delay(1000);
  if (alsoAtTheEnd) {
    void Promise.allSettled(numbers.map((number) => command(number, 'cmd_stop')));
    await delay(Math.random() * 1500);
    await killAndStart();
    await waitUntil('six connected devices', () => Object.values(fleet.devices).every(({ connected }) => connected));
  }
  const running = Object.values(fleet.devices).filter(({ state }) => state === 'record');
  await Promise.all(running.map(({ number }) => command(number, 'cmd_stop')));
  await sixDevicesAre('idle');
  for (const record of await decodedRecords(lastId)) await expectBitExact(record);
}

it(`loses no sample of six devices when the program is killed in ${rounds} rounds`, {
  timeout: 60_000 + rounds * 300_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    await killDuringRecord(round % 2 === 1);
    if (rounds > 2) console.log(`round ${round + 1} of ${rounds}: all samples there`);
  }
});
