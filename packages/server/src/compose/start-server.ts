import { systemClock } from '../platform/clock/index.ts';
import { codeOf, type DataFolder, dataFolder } from '../platform/files/index.ts';
import type { ownOrigins } from '../platform/http/index.ts';
import { createLog, type OpenLog } from '../platform/log/index.ts';
import type { RunningRealtime } from '../platform/socket/index.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { type Closers, createClosers } from './close-in-time.ts';
import { wire } from './list-rooms.ts';
import type { RunningServer, ServerOptions } from './options.ts';
import { cloudRooms, hubRooms } from './rooms.ts';
import { seedDemo } from './seed-demo.ts';

const roomsOf = { hub: hubRooms, cloud: cloudRooms };

/**
 * Starts every room and serves requests.
 * @throws StartProblem with a sentence: port taken, data folder in use, database newer than the program.
 */
export async function startServer(options: ServerOptions, progress: (step: string) => void): Promise<RunningServer> {
  const folder = dataFolder(options.dataRoot);
  await folder.make().catch((problem: unknown) => {
    throw new StartProblem(
      `The data folder ${folder.root} cannot be made (${codeOf(problem) ?? problem}). Choose another one with --data DIR.`,
    );
  });
  const log = createLog(options.logLevel, options.logToStandardError ? undefined : folder.logFile);
  const closers = createClosers({ log, monotonicMs: systemClock.monotonicMs });
  try {
    return await startRooms(options, folder, log, closers, progress);
  } catch (problem) {
    await closers.closeAll();
    throw problem;
  }
}

async function startRooms(
  options: ServerOptions,
  folder: DataFolder,
  log: OpenLog,
  closers: Closers,
  say: (step: string) => void,
): Promise<RunningServer> {
  const open = await roomsOf[options.profile.role].open({
    ...{ options, folder, log, closers, say, clock: systemClock },
    sessionsEnded: wire<Parameters<RunningRealtime['disconnect']>, void>('whose sessions ended'),
    ownOrigins: wire<[], ReturnType<typeof ownOrigins>>('where browsers reach this server'),
  });
  const port = portOf(open.http.app.server.address());
  return {
    url: `http://localhost:${port}`,
    port,
    httpsPort: open.secureDoor.port(),
    mqttPort: open.broker.port,
    newAdministratorPassword: open.newAdministratorPassword,
    seedDemo: (demo) => seedDemo(demo, open),
    renewDeviceSecrets: (numbers) => open.devices.renewSecrets(numbers),
    async rescue(error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.error({ stack }, 'an error that nobody foresaw ends the program');
      await open.ingest.syncAll();
    },
    stop: (withinMs) => closers.closeAll(withinMs),
  };
}

function portOf(address: string | { port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('the HTTP server does not listen on a port');
  return address.port;
}
