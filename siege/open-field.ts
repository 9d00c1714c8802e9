import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fleet, type FleetOptions, recordings, startFleet } from '@sillage/app-simulator';
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
import { z } from 'zod';

/** s; a machine under siege is slow, which is no loss. */
const patienceSeconds = 180;
const FleetFile = z.object({ devices: z.array(z.object({ number: z.int(), secret: z.string() })) });
const numbers = recordings.map(({ device }) => device.number);

interface FieldOptions {
  /** Where the program keeps everything; the field's owner made it. */
  readonly dataRoot: string;
  /** The devices' memories, which no siege touches. */
  readonly devicesFolder: string;
  readonly faults?: FleetOptions;
  /** Of the program. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The whole program in a process of its own, and six devices that outlive it. */
export interface Field {
  readonly fleet: Fleet;
  readonly dataRoot: string;
  readonly mqttPort: number;
  /** The one that runs now. */
  readonly program: RunningProgram;
  /** Ends of the program that nobody asked for. */
  readonly ended: number;
  /** Kills the program as a power cut would, and starts it again. */
  killAndStart(): Promise<void>;
  /** Starts the program when it does not run. */
  start(): Promise<void>;
  /** Every device records. */
  startRecords(): Promise<void>;
  stopRecords(): Promise<void>;
  /** Asks every device for it once, whatever comes of it. */
  ask(command: 'cmd_start' | 'cmd_stop'): Promise<void>;
  /** Waits for the records made since `startRecords`, and compares each with its device: what differs. */
  compareRecords(): Promise<string[]>;
  /** The records made since `startRecords`. */
  madeRecords(): Promise<SillageRecord[]>;
  /** Answers 500 so far, by the program's log. */
  countServerErrors(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a field. The first start makes the demo club, whose devices the field takes over. */
export async function openField(options: FieldOptions): Promise<Field> {
  const { dataRoot, devicesFolder, environment = {} } = options;
  const mqttPort = await freePort();
  const run = (simulator: boolean) => runProgram({ dataRoot, mqttPort, simulator, environment });
  const first = await run(true);
  await first.end();
  const { devices } = FleetFile.parse(JSON.parse(await readFile(join(dataRoot, 'simulator', 'fleet.json'), 'utf8')));
  let program = await run(false);
  let ended = 0;
  let lastRecordId = 0;
  const fleet = await startFleet({
    brokerUrl: `mqtt://127.0.0.1:${mqttPort}`,
    devices,
    folder: devicesFolder,
    ...(options.faults && { options: options.faults }),
  });
  const stored = followStoredRecords(fleet);

  async function start(): Promise<void> {
    if (program.running) return;
    ended++;
    program = await run(false);
  }

  async function ask(cmd_type: 'cmd_start' | 'cmd_stop'): Promise<void> {
    const wrong = Object.values(fleet.devices).filter(({ state }) => isWanted(state, cmd_type) === false);
    await Promise.allSettled(
      wrong.map(({ number }) =>
        program.client.call(api.requestRpc, {
          params: { clientId: program.user.client_id, deviceNumber: number },
          body: { feature: 'record', cmd_type },
        }),
      ),
    );
  }

  /** Asks until every device does it: a command that met a fault is given again, as a person would. */
  async function bring(command: 'cmd_start' | 'cmd_stop'): Promise<void> {
    await waitUntil(
      `six devices after ${command}`,
      async () => {
        if (Object.values(fleet.devices).every(({ state }) => isWanted(state, command))) return true;
        await start();
        await ask(command);
        await delay(200);
        return false;
      },
      patienceSeconds,
    );
  }

  const list = async (): Promise<SillageRecord[]> =>
    (await program.client.call(api.listRecords, { body: { pageSize: 200 } })).records;
  /** A restored club brings records without a device. */
  const madeRecords = async () => (await list()).filter(({ id, device_id }) => id > lastRecordId && device_id !== null);

  return {
    fleet,
    dataRoot,
    mqttPort,
    get program() {
      return program;
    },
    get ended() {
      return ended;
    },
    start,
    async killAndStart() {
      await start();
      await program.kill();
      program = await run(false);
    },
    async startRecords() {
      lastRecordId = Math.max(0, ...(await list()).map(({ id }) => id));
      await bring('cmd_start');
    },
    stopRecords: () => bring('cmd_stop'),
    madeRecords,
    ask,
    async compareRecords() {
      const made = await decodedRecords(async () => {
        await start();
        return madeRecords();
      });
      const differences = await Promise.all(made.map((record) => compare(program, record, stored)));
      return differences.flat();
    },
    countServerErrors: () => countServerErrors(dataRoot),
    async close() {
      stored.stop();
      await fleet.stop();
      await program.end();
      await rm(devicesFolder, { recursive: true, force: true });
    },
  };
}

function isWanted(state: string, command: 'cmd_start' | 'cmd_stop'): boolean {
  const records = state === 'record' || state === 'recovery_record';
  return command === 'cmd_start' ? records : state === 'idle';
}

const isDecoded = ({ decode_state }: SillageRecord) => decode_state === 'done' || decode_state === 'error';

async function decodedRecords(list: () => Promise<SillageRecord[]>): Promise<SillageRecord[]> {
  let seen: SillageRecord[] = [];
  const ready = waitUntil(
    'six decoded records',
    async () => {
      // A question may meet the fault of the moment; it is asked again.
      seen = await list().catch(() => seen);
      return seen.length >= numbers.length && seen.every(isDecoded) && seen;
    },
    patienceSeconds,
  );
  return ready.catch((error: unknown) => {
    const states = seen.map(({ id, device_name, decode_state }) => `${id} of ${device_name}: ${decode_state}`);
    throw new Error(`${error} (${states.join(', ')})`);
  });
}

/** What a record has otherwise than its device. */
async function compare(
  program: RunningProgram,
  record: SillageRecord,
  stored: ReturnType<typeof followStoredRecords>,
): Promise<string[]> {
  const recording = recordings.find(({ device }) => record.device_name === device.name);
  if (recording === undefined) return [`record ${record.id} is of no known device`];
  const kept = stored.of(recording.device.number);
  // The source of the runner has pauses of more than a minute: such a record holds nothing.
  if (Object.values(kept.blocks).every((count) => count === 0)) return [];
  const name = `record ${record.id} of ${record.device_name}`;
  if (record.decode_state !== 'done') return [`${name} is in state ${record.decode_state}`];
  const params = { id: record.id, fileType: 'raw' as const };
  const decoded = readRawFile((await program.client.fetchBytes(api.downloadRecordFile, { params })).body);
  if (isProblem(decoded)) return [`${name}: ${decoded.problem}`];
  return differencesFromSource(decoded, recording.id, kept).map((difference) => `${name}: ${difference}`);
}

async function countServerErrors(dataRoot: string): Promise<number> {
  const logs = ['sillage.log', 'sillage.log.1'].map((file) => join(dataRoot, 'log', file));
  const texts = await Promise.all(logs.map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts.join('').split('a request met a bug').length - 1;
}
