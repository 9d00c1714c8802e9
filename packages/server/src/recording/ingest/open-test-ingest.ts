import { type Endpoint, isRefusal, type Role, type RoomKind, type RoomPayload, rooms } from '@sillage/contract';
import { parseTopic } from '@sillage/device-protocol';
import { createDevice, createDevices, pair } from '../../administration/devices/index.ts';
import { type Broker, createEmbeddedBroker, NobodyListens } from '../../platform/broker/index.ts';
import { type Clock, systemClock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { addClient, addUser, openTestDatabase } from '../../platform/database/testing.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { openTestRoutes } from '../../platform/http/testing.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import type { Log, LogSentence } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import { createTally } from '../../platform/tally/index.ts';
import type { JournalFiles } from '../journal/index.ts';
import { createLife, showChanges } from '../life/index.ts';
import { type FakeDevice, fakeDevice } from './fake-device.ts';
import { createIngest, type Ingest, type RecordRules } from './index.ts';

/** What the hubs said in the log; errors of a test are looked for here. */
const logged: { readonly fields: object; readonly sentence: LogSentence }[] = [];
const note = (fields: object, sentence: LogSentence) => {
  logged.push({ fields, sentence });
  if (logged.length > mostLogged) logged.shift();
};
const mostLogged = 1000;
const log: Log = { debug: () => {}, info: note, warn: note, error: note, child: () => log };
const tally = createTally({ log, nowMs: systemClock.nowMs });

/** A realtime that remembers what was sent. */
function fakeRealtime() {
  const sent: { [K in RoomKind]: RoomPayload<K>[] } = {
    connectedDevices: [],
    boardStatus: [],
    liveData: [],
    indicators: [],
    scenarioStatus: [],
    recordUpdate: [],
  };
  const listeners: ((id: number, listening: boolean) => void)[] = [];
  const realtime: Realtime = {
    emit(kind, _id, payload) {
      rooms[kind].payload.parse(payload);
      sent[kind].push(payload);
    },
    hasListeners: () => true,
    onEnter: () => {},
    onListeners: (kind, changed) => {
      if (kind === 'liveData') listeners.push(changed);
    },
  };
  return {
    realtime,
    sent,
    watch(number: number) {
      for (const changed of listeners) changed(number, true);
    },
  };
}

/** Broker, database and ingest as a server has them, with a client, its athletes and its devices. */
interface TestIngestOptions {
  readonly journalFiles?: JournalFiles;
  readonly clock?: Clock;
  readonly rules?: RecordRules;
  /** Asked at each command: the broker says that nobody hears this device, as one that runs elsewhere does. */
  readonly isUnheard?: (number: number) => boolean;
}

const noRules: RecordRules = { namePrefix: '', stopAfterSeconds: undefined };

export async function openTestIngest({
  clock = systemClock,
  journalFiles,
  rules = noRules,
  isUnheard = () => false,
}: TestIngestOptions = {}) {
  const test = await openTestDatabase();
  const { db } = test.database;
  const clientId = (await addClient(db, { name: 'club' })).id;
  const otherClientId = (await addClient(db, { name: 'other' })).id;
  const athleteId = (await addUser(db, { clientId, firstname: 'Léa' })).id;
  const { realtime, sent, watch } = fakeRealtime();
  const devices = createDevices({ db });
  const { disk, room } = await openTestDisk();
  const options = {
    clock,
    isUnheard,
    selectionsOf: () => [],
    takeNextRecord: async () => undefined,
    scenarioOf: () => undefined,
    rulesOf: async () => rules,
    ...(journalFiles && { journalFiles }),
  };
  const start = () => startServer(test.database, test.folder, disk, realtime, devices, options);
  let running = await start();
  const plugged: FakeDevice[] = [];
  return {
    db,
    folder: test.folder,
    clientId,
    otherClientId,
    athleteId,
    sent,
    watch,
    ingest: () => running.ingest,
    life: () => running.life,
    tally,
    logged,
    /** Its disk has so much free from now on. */
    async leave(freeBytes: number) {
      room.freeBytes = freeBytes;
      await disk.measure();
    },
    request: (endpoint: Endpoint, call: RequestOf, as: Partial<Principal> & { roles: readonly Role[] }) =>
      running.request(endpoint, call, { userId: athleteId, clientId, groupIds: [], ...as }),
    /** Adds a device; it is not connected yet. */
    async addDevice(number: number, clockUs?: () => number): Promise<FakeDevice> {
      const { id, secret } = await createDevice(db, { number, name: `Boat ${number}`, clientId, groupId: null });
      await pair(db, id, [athleteId]);
      const port = () => running.port;
      const device = fakeDevice({ number, secret, port, ...(clockUs === undefined ? {} : { clockUs }) });
      plugged.push(device);
      return device;
    },
    /** Adds a device without athletes, and answers how it connects. */
    async addStranger(number: number): Promise<{ readonly port: number; readonly secret: string }> {
      const { secret } = await createDevice(db, { number, name: `Boat ${number}`, clientId, groupId: null });
      return { port: running.port, secret };
    },
    /** As a new process on the same data; `meanwhile` happens while there is none. */
    async restart(meanwhile: () => Promise<unknown> = async () => {}) {
      for (const device of plugged) await device.cut();
      await running.stop();
      await meanwhile();
      running = await start();
    },
    async close() {
      for (const device of plugged) await device.cut();
      await running.stop();
      await test.close();
      logged.length = 0;
    },
  };
}

export interface RequestOf {
  readonly params: object;
  readonly body?: object;
}

async function startServer(
  database: Database,
  folder: DataFolder,
  disk: DiskLedger,
  realtime: Realtime,
  { authenticate }: ReturnType<typeof createDevices>,
  {
    isUnheard,
    ...options
  }: {
    readonly clock: Clock;
    readonly isUnheard: (number: number) => boolean;
    readonly rulesOf: () => Promise<RecordRules>;
    readonly selectionsOf: () => never[];
    readonly takeNextRecord: () => Promise<undefined>;
    readonly scenarioOf: () => undefined;
    readonly journalFiles?: JournalFiles;
  },
) {
  const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, authenticate, log, tally });
  const publish: Broker['publish'] = (topic, ...message) =>
    isUnheard(parseTopic(topic)?.number ?? 0) ? Promise.reject(new NobodyListens()) : broker.publish(topic, ...message);
  const life = createLife({ database, jobs: createJobs({ database, folder, clock: systemClock, log }), log });
  showChanges(life, realtime);
  const ingest: Ingest = createIngest({
    database,
    broker: { ...broker, publish },
    life,
    realtime,
    folder,
    disk,
    ...options,
    log,
    tally,
  });
  await ingest.start();
  return {
    port: broker.port,
    ingest,
    life,
    request: gatherRoutes(ingest, folder),
    async stop() {
      await ingest.stop();
      await broker.close();
    },
  };
}

/** The routes without HTTP. */
function gatherRoutes(ingest: Ingest, folder: DataFolder) {
  const { serve, ask } = openTestRoutes(folder.temporary);
  ingest.routes(serve);
  return async (endpoint: Endpoint, call: RequestOf, principal: Principal): Promise<Reply> => {
    const answer = await ask(endpoint, principal, call);
    if (answer instanceof Answer) return { status: answer.status, body: answer.body };
    return isRefusal(answer) ? { status: answer.status, body: answer.body() } : { status: 200, body: answer };
  };
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}
