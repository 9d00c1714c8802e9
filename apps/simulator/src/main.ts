import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { claimFolder } from './claim-folder.ts';
import { firmwareFaults } from './device/device-setup.ts';
import { type Fleet, startFleet } from './fleet.ts';

const usage = `Usage: node main.ts --broker mqtt://127.0.0.1:1883 --fleet fleet.json --folder DIR
  [--loss 0.05] [--jitter 200] [--drop-every 60] [--reconnects 2] [--drift 40] [--seed 1]
  [--firmware-fault ${firmwareFaults.join('|')}]`;

/** ms; longest that devices may take to say goodbye. */
const endMs = 3000;

const FleetFile = z.object({
  devices: z.array(
    z.object({
      number: z.int().positive(),
      secret: z.string().min(1),
      recording: z.string().optional(),
      firmwareKey: z.base64().optional(),
    }),
  ),
});
const Arguments = z.object({
  broker: z.url({ protocol: /^mqtts?$|^tcp$/ }),
  fleet: z.string().min(1),
  folder: z.string().min(1),
  loss: z.coerce.number().min(0).max(1).optional(),
  jitter: z.coerce.number().min(0).max(60_000).optional(),
  'drop-every': z.coerce.number().positive().optional(),
  reconnects: z.coerce.number().int().min(0).optional(),
  drift: z.coerce.number().min(-1000).max(1000).optional(),
  seed: z.coerce.number().int().optional(),
  'firmware-fault': z.enum(firmwareFaults).optional(),
});

function readArguments(): z.infer<typeof Arguments> {
  const names = Object.keys(Arguments.shape);
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
  });
  return Arguments.parse(values);
}

function readFleet(path: string): z.infer<typeof FleetFile> {
  return FleetFile.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Calls `end` when this process is asked to end, or when the program that opened a channel to it is gone. */
function onEnd(end: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  if (process.connected === undefined) return;
  process.on('disconnect', end);
  if (!process.connected) end();
}

async function run(): Promise<void> {
  let fleet: Fleet | undefined;
  let release = () => {};
  let ending = false;
  onEnd(() => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), endMs).unref();
    void (fleet?.stop() ?? Promise.resolve()).finally(() => {
      release();
      process.exit(0);
    });
  });
  const given = readArguments();
  const { devices } = readFleet(given.fleet);
  release = await claimFolder(given.folder);
  fleet = await startFleet({
    brokerUrl: given.broker,
    devices,
    folder: given.folder,
    options: {
      loss: given.loss,
      jitterMs: given.jitter,
      dropEverySeconds: given['drop-every'],
      reconnects: given.reconnects,
      clockDriftPpm: given.drift,
      seed: given.seed,
      firmwareFault: given['firmware-fault'],
    },
    log: (message) => console.log(message),
  });
}

run().catch((error: unknown) => {
  const reason = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error;
  console.error(`The simulator cannot start: ${reason}\n${usage}`);
  process.exitCode = 2;
});
