import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fleet, type FleetOptions, recordings, startFleet } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { freePort, type RunningProgram, runProgram } from '@sillage/testkit';
import { z } from 'zod';
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs';
import { type DeviceRecords, recordOnDevices } from './record-on-devices.ts';

/** The program runs as `npm start` runs it. */
const asStarted = {
  ...serverEnvironment,
  NODE_OPTIONS: [serverEnvironment.NODE_OPTIONS, ...serverFlags].join(' '),
};

interface FieldOptions {
  /** Where the program keeps everything; the field's owner made it. */
  readonly dataRoot: string;
  /** The devices' memories, which no siege touches. */
  readonly devicesFolder: string;
  /** Of the web, kept over restarts; any free one at each start unless said. */
  readonly port?: number;
  readonly faults?: FleetOptions;
  /** Of the program. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Another broker than the program's own, which is told who may connect. */
  readonly broker?: { readonly devicesUrl: string; allow(devices: readonly Credentials[]): Promise<void> };
}

interface Credentials {
  readonly number: number;
  readonly secret: string;
}

/** The whole program in a process of its own, and six devices that outlive it. */
export interface Field extends DeviceRecords {
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
  /** Bugs so far, by the program's log: the request, and where. */
  serverErrors(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a field with the demo club, whose devices get new secrets. */
export async function openField(options: FieldOptions): Promise<Field> {
  const { dataRoot, devicesFolder, port, environment = {} } = options;
  const mqttPort = await freePort();
  const run = () =>
    runProgram({ dataRoot, mqttPort, port, simulator: false, environment: { ...asStarted, ...environment } });
  let program = await run();
  let ended = 0;
  const devices = await Promise.all(recordings.map(({ device }) => renewSecret(program, device.number)));
  await options.broker?.allow(devices);
  const fleet = await startFleet({
    brokerUrl: options.broker?.devicesUrl ?? `mqtt://127.0.0.1:${mqttPort}`,
    devices,
    folder: devicesFolder,
    ...(options.faults && { options: options.faults }),
  });

  async function start(): Promise<void> {
    if (program.running) return;
    ended++;
    program = await run();
  }
  const records = recordOnDevices({ fleet, program: () => program, start });

  return {
    ...records,
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
      program = await run();
    },
    serverErrors: () => serverErrorsIn(dataRoot),
    async close() {
      records.close();
      await fleet.stop();
      await program.end();
      await rm(devicesFolder, { recursive: true, force: true });
    },
  };
}

async function renewSecret({ client }: RunningProgram, number: number): Promise<Credentials> {
  const { items } = await client.call(api.listDevices, { body: { search: String(number), pageSize: 200 } });
  const device = items.find((item) => item.number === number);
  if (device === undefined) throw new Error(`the demo has no device ${number}`);
  return client.call(api.renewDeviceSecret, { params: { id: device.id } });
}

const LogLine = z.looseObject({ msg: z.string(), method: z.string(), path: z.string(), stack: z.string() });

/** Bugs that requests met, by the log of a program; it is cut at 50 MB, and a siege writes less. */
export async function serverErrorsIn(dataRoot: string): Promise<string[]> {
  const text = await readFile(join(dataRoot, 'log', 'sillage.log'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    if (!line.includes('a request met a bug')) return [];
    const { method, path, stack } = LogLine.parse(JSON.parse(line));
    return [`${method} ${path}: ${stack.split('\n').slice(0, 3).join(' ')}`];
  });
}
