import { askForTermsAgain, createAccounts } from '../administration/accounts/index.ts';
import { keepChangesShort } from '../administration/changes/index.ts';
import { ensureHomeClient } from '../administration/clients/index.ts';
import { brokerRoutes, createDevices } from '../administration/devices/index.ts';
import { healthRoutes } from '../administration/health/index.ts';
import { adoptTimezone } from '../administration/hubs/index.ts';
import { readRecordRules } from '../administration/parameters/index.ts';
import { openMachine, openServerSettings } from '../administration/server/index.ts';
import { sweepTaskFiles } from '../administration/tasks/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import { isDatabaseAway, openDatabase } from '../platform/database/index.ts';
import { keepTemporarySwept, openDiskLedger } from '../platform/disk/index.ts';
import { codeOf, type DataFolder, dataFolder, measureDisk } from '../platform/files/index.ts';
import { createHttp, ownOrigins, readWebConfiguration, trustProxies } from '../platform/http/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { createLog, type OpenLog } from '../platform/log/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
import { createRealtime } from '../platform/socket/index.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { createTally } from '../platform/tally/index.ts';
import { decodeJob, queueForgotten } from '../recording/decode/index.ts';
import { exportRoutes } from '../recording/export/index.ts';
import { createIngest } from '../recording/ingest/index.ts';
import { createLife, decodeJobName, showChanges } from '../recording/life/index.ts';
import {
  decodeAgain,
  deleteRecordsOfClient,
  keepSeenRecords,
  recordRoutes,
  sweepOrphans,
  visibleTo,
} from '../recording/records/index.ts';
import { createSignalStore } from '../recording/store/index.ts';
import { followRights, getsHints, mayEnterRoom } from './admit-to-rooms.ts';
import { backendRoutes } from './backend-routes.ts';
import { checkReadiness } from './check-readiness.ts';
import { type Closers, createClosers } from './close-in-time.ts';
import { openBroker } from './open-broker.ts';
import type { RunningServer, ServerOptions } from './options.ts';
import { sealSecrets } from './seal-secrets.ts';
import { seedDemo } from './seed-demo.ts';
import { ensureEquipment, serveAdministration } from './serve-administration.ts';
import { serveMqttOverWebSocket } from './serve-mqtt-over-websocket.ts';

/** Bytes of hot signal columns kept in memory. */
const signalCacheBytes = 512 * 1024 ** 2;
const drainMs = 5000;
/** ms to wait at the start for a database or a broker that starts later than this program. */
const patienceMs = 60_000;

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
  progress: (step: string) => void,
): Promise<RunningServer> {
  const clock = systemClock;
  const tally = closers.add(createTally({ log, nowMs: clock.nowMs }), async (it) => it.close());
  progress(options.databaseUrl === undefined ? 'Starting the embedded database' : 'Connecting to the database');
  const external = externalDatabase(options, progress);
  const { version, askedToEnd, crashes = { count: 0, lastMs: undefined } } = options;
  const opened = await openDatabase({ external, folder, log, progress, askedToEnd });
  const database = closers.add(opened, (it) => it.close());
  // Only now is the folder ours alone: another program's uploads are not to be swept away.
  await folder.prepare();
  const { db } = database;
  const itself = { role: options.profile.role, version, clock, machineTimezone: options.machineTimezone };
  const disk = await openDiskLedger({ measure: () => measureDisk(folder.root), monotonicMs: clock.monotonicMs, log });
  closers.add(disk, async (it) => it.close());
  const sweeper = keepTemporarySwept({ folder: folder.temporary, monotonicMs: clock.monotonicMs, log });
  closers.add(sweeper, async (it) => it.close());
  await sweepOrphans({ db, folder, log });
  await sweepTaskFiles(db, folder);
  const settings = closers.add(
    await openServerSettings({
      database,
      defaults: { name: options.profile.name, public_url: '' },
      fixed: options.publicUrl === undefined ? {} : { public_url: options.publicUrl },
      clock,
      askForTermsAgain,
    }),
    (it) => it.close(),
  );

  const secrets = await openSecrets({ file: folder.secretKeys, environment: options.secretKeys, say: progress });
  await sealSecrets({ db, log, secrets, file: folder.secretKeys, say: progress });
  const mailer = createMailer({ smtpUrl: options.smtpUrl });
  const accounts = closers.add(
    await createAccounts({
      db,
      clock,
      log,
      secrets,
      role: options.profile.role,
      mailer,
      site: () => ({
        name: settings.current().name,
        publicUrl: settings.current().public_url || undefined,
        own: ownOrigins(http.app.server),
      }),
      sessionsEnded: (ended) => realtime.disconnect(ended),
      tally,
      administratorIn: (timezone) => adoptTimezone(db, itself, timezone),
    }),
    (it) => it.close(),
  );
  const homeClientId = await ensureHomeClient(db);
  await ensureEquipment({ db, folder, ...itself });
  const newAdministratorPassword = await accounts.ensureAdministrator({
    ...options.administrator,
    clientId: homeClientId,
  });
  const devices = createDevices({ db, clock });
  const store = closers.add(createSignalStore({ cacheBytes: signalCacheBytes }), (it) => it.close());

  progress('Starting the device broker');
  const broker = closers.add(
    await openBroker(options, {
      authenticate: devices.authenticate,
      log,
      tally,
      patienceMs,
      say: progress,
      isOurs: trustProxies(options.trustedProxies),
    }),
    (it) => it.close(),
  );
  const http = await createHttp({
    log,
    clock,
    version: options.version,
    authenticate: accounts.authenticate,
    isDatabaseAway,
    brokerSecret: options.brokerSecret,
    webRoot: options.webRoot,
    webConfiguration: await readWebConfiguration(folder.webConfiguration, progress),
    temporaryFolder: folder.temporary,
    disk,
    httpsOnly: () => settings.current().public_url.startsWith('https:'),
    allowedOrigins: () => settings.current().allowed_origins,
    trustedProxies: options.trustedProxies,
    tally,
  });
  const realtime = createRealtime({
    server: http.app.server,
    addressOf: http.addressOf,
    tally,
    authenticate: accounts.authenticate,
    renewed: accounts.renewed,
    mayEnter: mayEnterRoom(db, devices),
    getsHints,
    clock,
    log,
    isDatabaseAway,
    allowedOrigins: () => settings.current().allowed_origins,
  });
  closers.add(await followRights(database, realtime.judgeAgain), (stop) => stop());
  const jobs = createJobs({ database, folder, clock, log });
  const life = createLife({ database, jobs, log });
  showChanges(life, realtime);
  const decode = closers.add(decodeJob({ database, folder, store, life, disk, log }), (it) => it.close());
  closers.add(jobs, (it) => it.stop(drainMs));
  jobs.register(decode);
  const ingest = createIngest({
    database,
    broker,
    life,
    realtime,
    folder,
    disk,
    clock,
    log,
    tally,
    rulesOf: (clientId) => readRecordRules(db, clientId),
    ...(options.journalFiles && { journalFiles: options.journalFiles }),
  });

  const seenRecords = keepSeenRecords(database.db, clock);
  const recordParts = { database, seenRecords, folder, store, life, clock, log, ingest };
  const missing = checkReadiness({ database, broker, folder, clock });
  backendRoutes(http.serve, options, { settings, mailer, clock, disk });
  healthRoutes(http.serve, { db, clock, version, disk, tally, missing, crashes, journals: ingest.journals });
  serveAdministration(http.serve, {
    tally,
    database,
    folder,
    disk,
    jobs,
    accounts,
    secrets,
    clock,
    log,
    role: options.profile.role,
    version: options.version,
    settings,
    machine: openMachine(options.profile.role),
    restart: options.restart,
    disconnect: (userIds) => realtime.disconnect({ userIds }),
    liveStatus: (number) => ingest.deviceStatus(number),
    visibleRecords: { where: visibleTo, ids: seenRecords },
    tasksOfRecords: [
      { name: decodeJobName, permission: 'record.edit', start: (asker, id) => decodeAgain(recordParts, asker, id) },
    ],
    life,
    recordsFor: (clientId) => ingest.recordsFor(clientId),
    forgetRecords: (clientId) => deleteRecordsOfClient(recordParts, clientId),
    cutConnection: (number) => broker.disconnect(number),
  });
  ingest.routes(http.serve);
  brokerRoutes(http.serve, devices);
  recordRoutes(http.serve, recordParts);
  exportRoutes(http.serve, { database, folder, store, log });
  if (broker.attach) serveMqttOverWebSocket(http, broker.attach, { tally });

  progress('Resuming records and tasks');
  closers.add(keepChangesShort({ db, log }), (it) => it.close());
  await ingest.start();
  closers.add(ingest, (it) => it.stop());
  await queueForgotten({ database, life, log });
  await jobs.start();
  await http.listen(options.host, options.port);
  closers.add(http, (it) => it.close());
  closers.add(realtime, (it) => it.close());

  const port = portOf(http.app.server.address());
  return {
    url: `http://localhost:${port}`,
    port,
    mqttPort: broker.port,
    newAdministratorPassword,
    seedDemo: (demo) => seedDemo(demo, { folder, life, clock, homeClientId }),
    renewDeviceSecrets: (numbers) => devices.renewSecrets(numbers),
    async rescue(error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.error({ stack }, 'an error that nobody foresaw ends the program');
      await ingest.syncAll();
    },
    stop: (withinMs) => closers.closeAll(withinMs),
  };
}

function externalDatabase({ databaseUrl: url, lostTo }: ServerOptions, say: (sentence: string) => void) {
  return url === undefined ? undefined : { url, patienceMs, say, lostTo };
}

function portOf(address: string | { port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('the HTTP server does not listen on a port');
  return address.port;
}
