import { isRefusal, type Refusal, scopeOf } from '@sillage/contract';
import type { Accounts } from '../administration/accounts/index.ts';
import { readBufferRules, readComputedChannels, readRecordRules } from '../administration/parameters/index.ts';
import type { SettingsHolder } from '../administration/server/index.ts';
import { readSportName } from '../administration/sports/index.ts';
import type { Broker } from '../platform/broker/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { DiskLedger } from '../platform/disk/index.ts';
import type { Viewer } from '../platform/http/index.ts';
import { createJobs, type Jobs } from '../platform/jobs/index.ts';
import { openSigningKey, type SigningKey } from '../platform/secrets/index.ts';
import type { Realtime } from '../platform/socket/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import {
  type Analyses,
  answerForServer,
  answerLive,
  createAnalyses,
  createResults,
  type Results,
} from '../recording/analysis/index.ts';
import { createBuffer, findClientsOf, type RollingBuffer } from '../recording/buffer/index.ts';
import { type CalibratingDevices, calibrateDevices } from '../recording/calibrate/index.ts';
import { type Computed, createComputed } from '../recording/computed/index.ts';
import { decodeJob } from '../recording/decode/index.ts';
import { exportJob } from '../recording/export/index.ts';
import { createUpdates, type Updates } from '../recording/fleet/index.ts';
import { createFuseWorkers, type FuseWorkers, fuseJob } from '../recording/fuse/index.ts';
import { createIndicators, toldBy } from '../recording/indicators/index.ts';
import { createIngest, type Ingest } from '../recording/ingest/index.ts';
import { createLife, type Life, showChanges } from '../recording/life/index.ts';
import { type ShownSelections, showSelections } from '../recording/live-selections/index.ts';
import { takeNext } from '../recording/next-record/index.ts';
import { keepSeenRecords, type SeenRecords } from '../recording/records/index.ts';
import { createReplays, type Replays } from '../recording/replay/index.ts';
import {
  createLanguages,
  createScenarios,
  type Languages,
  type RunRecords,
  recordDoors,
  type Scenarios,
} from '../recording/scenarios/index.ts';
import { createSignalStore, type SignalStore } from '../recording/store/index.ts';
import { createUploads, type Uploads } from '../recording/uploads/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';
import { wire } from './list-rooms.ts';

/** Bytes of hot signal columns kept in memory. */
const signalCacheBytes = 512 * 1024 ** 2;
const drainMs = 5000;

interface Dependencies extends BaseDependencies {
  readonly database: Database;
  readonly disk: DiskLedger;
  readonly tally: Tally;
  readonly broker: Broker & { readonly port: number | undefined };
  readonly realtime: Realtime;
  readonly accounts: Pick<Accounts, 'personNow'>;
  readonly settings: Pick<SettingsHolder, 'current'>;
}

export interface Recording {
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
  /** Signs firmwares. */
  readonly signer: SigningKey;
  readonly updates: Updates;
  readonly replays: Replays;
  readonly calibrating: CalibratingDevices;
  readonly scenarios: Scenarios;
  readonly languages: Languages;
  readonly runRecords: RunRecords;
}

/** The way of a recording, from the broker to signals that can be read; nothing moves on it yet. */
export async function openRecording(dependencies: Dependencies): Promise<Recording> {
  const { options, folder, log, closers, clock, database, disk, tally, broker, realtime } = dependencies;
  const store = closers.add(createSignalStore({ cacheBytes: signalCacheBytes, inThreads: true }), (it) => it.close());
  const computed = closers.add(
    createComputed({
      ...{ folder, store, disk },
      kept: (of) => readComputedChannels(database.db, of),
      sportName: (sportId) => readSportName(database.db, sportId),
    }),
    (it) => it.close(),
  );
  const jobs = createJobs({ database, folder, clock, log });
  const life = createLife({ database, jobs, log });
  showChanges(life, realtime);
  const decode = closers.add(decodeJob({ database, folder, store, life, clock, disk, log }), (it) => it.close());
  const analyses = closers.add(createAnalyses(), (it) => it.close());
  const fuseWorkers = closers.add(createFuseWorkers(), (it) => it.close());
  closers.add(jobs, (it) => it.stop(drainMs));
  jobs.register(decode);
  jobs.register(fuseJob({ database, folder, store, life, disk, workers: fuseWorkers }));
  const results = closers.add(createResults({ database, folder, jobs, life, log, analyses }), (it) => it.close());
  jobs.register(results.job);
  const viewerOf = async (userId: number): Promise<Viewer | undefined> => {
    const principal = await dependencies.accounts.personNow(userId);
    const scope = principal && scopeOf(principal.roles, 'record.read');
    return scope && { principal, scope };
  };
  jobs.register(exportJob({ database, folder, store, computed, disk, log, viewerOf }));
  const shownSelections = showSelections({ database, clock, log });
  const calibrating = calibrateDevices(clock);
  const scenarioOf = wire<[number], ReturnType<Scenarios['scenarioOf']>>('in which scenario a device is');
  const ingest = createIngest({
    ...{ database, broker, life, realtime, folder, disk, clock, log, tally },
    selectionsOf: shownSelections.of,
    takeNextRecord: async (tx, device) => calibrating.take(device.deviceId) ?? takeNext(tx, device),
    scenarioOf: (number) => scenarioOf.ask(number),
    rulesOf: (clientId) => readRecordRules(database.db, clientId),
    ...(options.journalFiles && { journalFiles: options.journalFiles }),
  });
  const isHub = options.profile.role === 'hub';
  const buffer = createBuffer({
    ...{ folder, tap: ingest.tap, disk, clock, log },
    devices: ingest.connectedDevices,
    deviceOf: ingest.connectedDevice,
    rulesOf: async (clientId) => (isHub ? readBufferRules(database.db, clientId) : { isOn: false, hours: 0 }),
    clientsOf: (deviceIds) => findClientsOf(database.db, deviceIds),
  });
  const indicators = createIndicators({
    ...{ realtime, tap: ingest.tap, clock, log, deviceOf: ingest.measuringDevice },
    toldBy: (deviceId, recordId) => toldBy(database.db, deviceId, recordId),
  });
  closers.add(indicators, (it) => it.stop());
  const languages = createLanguages(() => ({ requireJail: dependencies.settings.current().require_jail }));
  closers.add(languages, (it) => it.close());
  const toAnalyse = analysesFor({ database, folder, analyses });
  const runRecords = recordDoors({ database, shown: shownSelections, life, ...toAnalyse });
  const scenarios = createScenarios({
    ...{ database, realtime, life, clock, log, devices: ingest, followIndicators: indicators.follow },
    makeProgram: languages.make,
    records: runRecords,
  });
  scenarioOf.answerBy(scenarios.scenarioOf);
  const signer = await openSigningKey(folder.firmwareKey);
  const updates = createUpdates({ db: database.db, devices: ingest, files: folder.files, signer, clock, log });
  const replays = createReplays({ database, folder, store, mqttPort: broker.port, clock, log });
  const uploads = createUploads({ database, folder, disk });
  return {
    jobs,
    life,
    ingest,
    shownSelections,
    buffer,
    store,
    computed,
    fuseWorkers,
    uploads,
    analyses,
    results,
    signer,
    updates,
    replays,
    calibrating,
    scenarios,
    languages,
    runRecords,
    seenRecords: keepSeenRecords(database.db, clock),
  };
}

/** Analyses of records of runs: what answers nothing says why. */
function analysesFor(dependencies: Parameters<typeof answerForServer>[0]): Pick<RunRecords, 'analyse' | 'analyseLive'> {
  const nothing = (refusal: Refusal) => ({ values: {}, refusal: refusal.body().message });
  return {
    async analyse(recordId, analysis, window) {
      const [t0, t1] = window ?? [];
      const within = { ...(t0 !== undefined && { t0 }), ...(t1 !== undefined && { t1 }) };
      const found = await answerForServer(dependencies, recordId, { analysis, ...within });
      if (isRefusal(found)) return nothing(found);
      const values = Object.entries(found.values).map(([name, { value, unit }]) => [name, { value, unit }] as const);
      return { values: Object.fromEntries(values), refusal: found.refused?.message ?? null };
    },
    async analyseLive(recordId, analysis, variables) {
      const found = await answerLive(dependencies, recordId, analysis, variables);
      return isRefusal(found) ? nothing(found) : { values: found.values, refusal: found.refused };
    },
  };
}
