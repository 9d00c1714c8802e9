import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, type FleetOptions, recordings, startFleet } from '@sillage/app-simulator';
import { type ApiClient, createClient, createRealtimeClient, memoryTokens, openSession } from '@sillage/client';
import type { User } from '@sillage/contract';
import { type DemoContent, type RunningServer, type ServerOptions, startServer } from '@sillage/server';
import { serverOptions } from '@sillage/server/compose/testing';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { testPassword } from './sign-in.ts';

const ownPackage: { readonly version: string } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
);

/** Of every test hub; brokers that run elsewhere ask with it. */
export const brokerSecret = 'shared-with-the-broker';
export const administrator = { mail: 'admin@sillage.test', password: testPassword } as const;

export interface TestHub {
  readonly server: RunningServer;
  readonly url: string;
  readonly dataRoot: string;
  /** The administrator's session. */
  readonly client: ApiClient;
  readonly user: User;
  readonly realtime: ReturnType<typeof createRealtimeClient>;
  /** Connects the simulator's devices of these numbers, which the hub's demo made. */
  plug(numbers: readonly number[], options?: FleetOptions): Promise<Fleet>;
  stop(): Promise<void>;
}

interface TestHubOptions {
  readonly webRoot?: string;
  readonly demo?: DemoContent;
  /** An earlier hub's folder, kept at the end; a temporary one otherwise. */
  readonly dataRoot?: string;
  /** Mail server; none otherwise. */
  readonly smtpUrl?: string;
  /** Another disk for the journals than this machine's. */
  readonly journalFiles?: ServerOptions['journalFiles'];
  /** Also by https, on any free port. */
  readonly https?: boolean;
  /** Hears what the start says. */
  readonly say?: (step: string) => void;
}

/** A whole hub on free ports, with an administrator's session. */
export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const dataRoot = options.dataRoot ?? (await mkdtemp(join(tmpdir(), 'sillage-hub-')));
  const cluster = join(dataRoot, 'postgres');
  if (!existsSync(cluster)) await copyTestCluster(cluster);
  const { webRoot = dataRoot, smtpUrl, journalFiles, say = () => {} } = options;
  const https = options.https ? { port: 0, orAnother: false } : undefined;
  const about = {
    version: ownPackage.version,
    brokerSecret,
    administrator,
    https,
    ...(journalFiles && { journalFiles }),
  };
  const server = await startServer(serverOptions({ ...about, dataRoot, webRoot, smtpUrl }), say);
  if (options.demo) await server.seedDemo(options.demo);
  const tokens = memoryTokens();
  const client = createClient({ baseUrl: `${server.url}/api`, tokens });
  const { user } = await openSession(client, administrator);
  const realtime = createRealtimeClient({ url: server.url, token: () => tokens.read()?.accessToken });
  const fleets: Fleet[] = [];
  return {
    server,
    url: server.url,
    dataRoot,
    client,
    user,
    realtime,
    async plug(numbers, fleetOptions) {
      const fleet = await plugFleet(server, join(dataRoot, 'simulator'), numbers, fleetOptions);
      fleets.push(fleet);
      return fleet;
    },
    async stop() {
      realtime.stop();
      await Promise.all(fleets.map((fleet) => fleet.stop()));
      await server.stop();
      if (options.dataRoot === undefined) await rm(dataRoot, { recursive: true, force: true });
    },
  };
}

async function plugFleet(
  server: RunningServer,
  folder: string,
  numbers: readonly number[],
  options: FleetOptions = {},
): Promise<Fleet> {
  const credentials = await server.renewDeviceSecrets(numbers);
  const devices = credentials.map(({ number, secret }) => {
    const recording = recordings.find(({ device }) => device.number === number);
    if (recording === undefined) throw new Error(`the simulator has no recording for device ${number}`);
    return { number, secret, recording: recording.id };
  });
  return startFleet({ brokerUrl: `mqtt://127.0.0.1:${server.mqttPort}`, devices, folder, options });
}
