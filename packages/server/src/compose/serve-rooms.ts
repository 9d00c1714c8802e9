import type { Accounts } from '../administration/accounts/index.ts';
import { keepChangesShort } from '../administration/changes/index.ts';
import { brokerRoutes, type Devices, phoneRoutes } from '../administration/devices/index.ts';
import { healthRoutes } from '../administration/health/index.ts';
import { readBufferRules } from '../administration/parameters/index.ts';
import { hasProgramsIn, provideBuiltIns } from '../administration/scenarios/index.ts';
import type { SettingsHolder } from '../administration/server/index.ts';
import { forEachRecord, keepOldFilesDropped } from '../administration/tasks/index.ts';
import type { Broker } from '../platform/broker/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { DiskLedger } from '../platform/disk/index.ts';
import type { Http } from '../platform/http/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { Secrets, SigningKey } from '../platform/secrets/index.ts';
import type { RunningRealtime } from '../platform/socket/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import { type Analyses, analysisRoutes, type Results } from '../recording/analysis/index.ts';
import { bufferRoutes, type RollingBuffer } from '../recording/buffer/index.ts';
import { type CalibratingDevices, calibrationRoutes } from '../recording/calibrate/index.ts';
import type { Computed } from '../recording/computed/index.ts';
import { queueForgotten } from '../recording/decode/index.ts';
import { exportRoutes } from '../recording/export/index.ts';
import { configSendingRoutes, firmwareRoutes, type Updates } from '../recording/fleet/index.ts';
import { type FuseWorkers, fuseJobName, fusionRoutes, queueFusion } from '../recording/fuse/index.ts';
import { indicatorRoutes } from '../recording/indicators/index.ts';
import type { Ingest } from '../recording/ingest/index.ts';
import { decodeJobName, hearOfRows, hearOfRules, type Life } from '../recording/life/index.ts';
import { liveSelectionRoutes, type ShownSelections } from '../recording/live-selections/index.ts';
import { nextRecordRoutes } from '../recording/next-record/index.ts';
import { createProposals, proposeRoutes } from '../recording/propose/index.ts';
import {
  decodeAgain,
  deleteRecordsOfClient,
  recordRoutes,
  removeRecordFiles,
  type SeenRecords,
  visibleTo,
} from '../recording/records/index.ts';
import { type Replays, replayRoutes } from '../recording/replay/index.ts';
import {
  describeSource,
  dryRunRoutes,
  examples,
  type Languages,
  type RunRecords,
  readBuiltIns,
  type Scenarios,
  scenarioRunRoutes,
} from '../recording/scenarios/index.ts';
import { createCalibrations, stepRoutes } from '../recording/steps/index.ts';
import type { SignalStore } from '../recording/store/index.ts';
import { keepUploadsSwept, type Uploads, uploadRoutes } from '../recording/uploads/index.ts';
import { videoRoutes } from '../recording/videos/index.ts';
import { keepArrivingSwept, serveSync } from '../sync/index.ts';
import { backendRoutes } from './backend-routes.ts';
import type { BaseDependencies } from './base-dependencies.ts';
import { checkReadiness } from './check-readiness.ts';
import type { Itself } from './open-itself.ts';
import type { SecureDoor } from './open-secure-door.ts';
import { serveAdministration } from './serve-administration.ts';
import { serveMqttOverWebSocket } from './serve-mqtt-over-websocket.ts';

interface Dependencies extends BaseDependencies, Itself {
  readonly tally: Tally;
  readonly database: Database;
  readonly disk: DiskLedger;
  readonly settings: SettingsHolder;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly broker: Broker;
  readonly http: Http;
  readonly realtime: RunningRealtime;
  readonly secureDoor: SecureDoor;
  readonly jobs: Jobs;
  readonly life: Life;
  readonly ingest: Ingest;
  readonly shownSelections: ShownSelections;
  readonly buffer: RollingBuffer;
  readonly store: SignalStore;
  readonly computed: Computed;
  readonly seenRecords: SeenRecords;
  readonly fuseWorkers: FuseWorkers;
  readonly uploads: Uploads;
  readonly analyses: Analyses;
  readonly results: Results;
  readonly signer: SigningKey;
  readonly updates: Updates;
  readonly replays: Replays;
  readonly calibrating: CalibratingDevices;
  readonly scenarios: Scenarios;
  readonly languages: Languages;
  readonly runRecords: RunRecords;
}

/** What people and programs may ask of this server itself. */
export function serveItself(
  dependencies: Pick<Dependencies, 'http' | 'broker' | 'ingest' | 'mailer' | 'settings' | 'cloudState'> & Common,
): object {
  const { options, folder, clock, database, disk, tally, http, broker, ingest, mailer, settings, cloudState } =
    dependencies;
  const { version, crashes = { count: 0, lastMs: undefined } } = options;
  const missing = checkReadiness({ database, broker, folder, clock });
  backendRoutes(http.serve, options, { settings, mailer, clock, disk, cloudState });
  const { journals } = ingest;
  healthRoutes(http.serve, { db: database.db, clock, version, disk, tally, missing, crashes, journals });
  return {};
}
type Common = BaseDependencies & Pick<Dependencies, 'database' | 'disk' | 'tally'>;

/** What managers and administrators run; what one kind of thing needs of another is handed over here. */
export function serveAdministrators(dependencies: Omit<Dependencies, 'mailer'>): object {
  const { options, itself, http, realtime, ingest, broker, seenRecords } = dependencies;
  serveAdministration(http.serve, {
    ...dependencies,
    ...itself,
    scenarioSources: { ...dependencies.languages, describe: describeSource, examples },
    restart: options.restart,
    disconnect: (userIds) => realtime.disconnect({ userIds }),
    liveStatus: (number) => ingest.deviceStatus(number),
    visibleRecords: { where: visibleTo, ids: seenRecords },
    tasksOfRecords: [
      {
        name: decodeJobName,
        permission: 'record.edit',
        ...forEachRecord((asker, id) => decodeAgain(dependencies, asker, id)),
      },
      {
        name: fuseJobName,
        permission: 'record.edit',
        defaultArgs: { record_ids: [], type: 'synchro', offsets: null },
        start: (asker, args) => queueFusion(dependencies, asker, args),
      },
    ],
    recordsFor: (clientId) => ingest.recordsFor(clientId),
    forgetRecords: (clientId) => deleteRecordsOfClient(dependencies, clientId),
    cutConnection: (number) => broker.disconnect(number),
  });
  phoneRoutes(http.serve, {
    db: dependencies.database.db,
    clock: dependencies.clock,
    secrets: dependencies.secrets,
    authenticate: dependencies.devices.authenticate,
    phoneOrigins: () => {
      const { public_url: publicUrl } = dependencies.settings.current();
      return publicUrl === '' ? dependencies.ownOrigins.ask() : [new URL(publicUrl).origin];
    },
  });
  return {};
}

/** What hubs and cloud tell each other; a hub is in touch with its cloud from now on. */
export function serveExchange(
  dependencies: Common & Pick<Dependencies, 'itself' | 'http' | 'secrets' | 'life' | 'store' | 'computed'>,
): object {
  const { http, itself, closers } = dependencies;
  const removeFiles = (record: { readonly uid: string }) => removeRecordFiles(dependencies, record);
  const touch = serveSync(http.serve, { ...dependencies, ...itself, visibleTo, removeFiles });
  closers.add(keepArrivingSwept(dependencies), (it) => it.close());
  closers.add(touch, (it) => it.close());
  touch.start();
  return {};
}

/** Devices as they are now, their records, and the door of devices that stand behind a web server. */
export function serveRecording(
  dependencies: Omit<Dependencies, keyof Itself | 'accounts' | 'settings' | 'secrets'>,
): object {
  const { http, ingest, devices, database, folder, broker, tally, uploads, clock, closers } = dependencies;
  ingest.routes(http.serve);
  const { findDevice, findDevices, measuringDevice: deviceOf } = ingest;
  indicatorRoutes(http.serve, { database, findDevice, deviceOf });
  const isHub = dependencies.options.profile.role === 'hub';
  const rulesOf = async (clientId: number) =>
    isHub ? readBufferRules(database.db, clientId) : { isOn: false, hours: 0 };
  bufferRoutes(http.serve, { ...dependencies, findDevices, rulesOf, visibleTo });
  nextRecordRoutes(http.serve, { database, findDevice });
  liveSelectionRoutes(http.serve, { database, shown: dependencies.shownSelections, findDevice, findDevices });
  const { command } = ingest;
  calibrationRoutes(http.serve, { calibrating: dependencies.calibrating, findDevices, command });
  dryRunRoutes(http.serve, { ...dependencies, records: dependencies.runRecords });
  scenarioRunRoutes(http.serve, {
    ...{ database, scenarios: dependencies.scenarios, devicesFor: ingest.devicesFor },
  });
  brokerRoutes(http.serve, devices);
  configSendingRoutes(http.serve, { db: database.db, devices: ingest });
  firmwareRoutes(http.serve, { db: database.db, devices: ingest, updates: dependencies.updates });
  recordRoutes(http.serve, dependencies);
  uploadRoutes(http.serve, { uploads, clock, database });
  fusionRoutes(http.serve, { database, folder, workers: dependencies.fuseWorkers });
  const proposals = closers.add(createProposals(), (it) => it.close());
  proposeRoutes(http.serve, { ...dependencies, proposals });
  analysisRoutes(http.serve, dependencies);
  const calibrations = closers.add(createCalibrations(), (it) => it.close());
  stepRoutes(http.serve, { ...dependencies, calibrations });
  videoRoutes(http.serve, { ...dependencies, workers: dependencies.fuseWorkers });
  exportRoutes(http.serve, dependencies);
  replayRoutes(http.serve, dependencies);
  if (broker.attach) serveMqttOverWebSocket(http, broker.attach, { tally });
  return {};
}

/** Sets everything going: what was under way goes on, then the doors open. */
export async function beginServing(
  dependencies: Common &
    Pick<
      Dependencies,
      | 'buffer'
      | 'ingest'
      | 'life'
      | 'jobs'
      | 'results'
      | 'http'
      | 'realtime'
      | 'secureDoor'
      | 'updates'
      | 'replays'
      | 'scenarios'
      | 'languages'
    >,
): Promise<object> {
  const { options, folder, log, closers, say, database, ingest, buffer, life, jobs, results, http, realtime } =
    dependencies;
  say('Resuming records and tasks');
  closers.add(keepChangesShort({ db: database.db, log }), (it) => it.close());
  closers.add(keepUploadsSwept({ database, folder, log }), (it) => it.close());
  closers.add(keepOldFilesDropped({ db: database.db, jobs, folder, log }), (it) => it.close());
  // Before devices are followed: those of replays that ended with the program are not there any more.
  await dependencies.replays.sweep();
  await provideBuiltIns(database.db, dependencies.languages.check, await readBuiltIns());
  await dependencies.scenarios.load();
  await ingest.start();
  closers.add(ingest, (it) => it.stop());
  dependencies.scenarios.start();
  closers.add(dependencies.scenarios, (it) => it.stop());
  if (await hasProgramsIn(database.db, 'py')) dependencies.languages.prepare();
  await buffer.start();
  closers.add(buffer, (it) => it.stop());
  dependencies.updates.start();
  closers.add(dependencies.updates, (it) => it.stop());
  // Closed before ingest, which takes what they still have to say.
  closers.add(dependencies.replays, (it) => it.stop());
  await queueForgotten({ database, life, log });
  await jobs.start();
  const sweep = () => sweepResults(results, log);
  sweep();
  closers.add(await hearOfRows(database, life, sweep), (stop) => stop());
  closers.add(await hearOfRules(database, results.lookAgain, sweep), (stop) => stop());
  await http.listen(options.host, options.port);
  // Before the other door, so that one that does not open leaves nothing open.
  closers.add(http, (it) => it.close());
  closers.add(realtime, (it) => it.close());
  await dependencies.secureDoor.listen();
  return {};
}

/** Nobody waits for it: what is missed is looked for again at the next start. */
function sweepResults(results: Results, log: BaseDependencies['log']): void {
  results
    .sweep()
    .catch((error: unknown) => log.warn({ error: String(error) }, 'what records answer was not looked at'));
}
