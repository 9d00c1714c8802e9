import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type DeviceStatus, isRefusal, type LiveSelection, type Refusal, refuse } from '@sillage/contract';
import type { DeviceMeta } from '@sillage/device-protocol';
import type { DeviceState } from '@sillage/domain';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import type { Broker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { createJournals, type JournalFiles, type JournalsNow } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import { createLive, type Live } from '../live/index.ts';
import { createTap, type Tap } from '../tap/index.ts';
import { type Announcer, createAnnouncer } from './announce-devices.ts';
import { askToStream } from './ask-to-stream.ts';
import { createCaller, type DeviceCaller } from './call-devices.ts';
import { commandDevice } from './command-device.ts';
import {
  type ConnectedDevice,
  connectedDevice,
  type DeviceNow,
  deviceNow,
  type MeasuringDevice,
  measuringDevice,
  type RecordNow,
} from './device-now.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { type AwaitedRecord, findAway, recordedNow } from './find-away.ts';
import { findDevice, findDevices, sees } from './find-devices.ts';
import { downloadAsAsked, finishAsAsked } from './finish-as-asked.ts';
import { followDevices, type Sessions } from './follow-devices.ts';
import { createHeldBlocks } from './hold-blocks.ts';
import type { IngestDependencies, RecordRules, ScenarioOf, TakeNextRecord } from './ingest-dependencies.ts';
import { presentDevice } from './present-device.ts';
import { findRecordsInProgress } from './repository.ts';
import { resumeRecords } from './resume-records.ts';
import { deviceRoutes } from './routes.ts';
import { settlesWithin } from './wait-at-most.ts';

export interface Ingest {
  /** Takes messages, and goes on with the records that were under way: however long their journals are. */
  start(): Promise<void>;
  /** Closes the journals; records under way go on at the next start. */
  stop(): Promise<void>;
  /** Everything received is on disk when this answers, or `withinMs` are over; for the moment before the program ends badly. */
  syncAll(withinMs?: number): Promise<void>;
  /** How what is received reaches the disk. */
  journals(): JournalsNow;
  routes(serve: Serve): void;
  /**
   * Sends a device a command, as a person's screen would, and answers its result once what follows from it was done. A
   * number that is not followed is refused as a device that is away.
   */
  command(number: number, method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** A command of the protocol by which the server itself looks after a device; its result is checked. */
  call: DeviceCaller['call'];
  /** The devices that a caller may see or command, of one client or of all of theirs. */
  devicesFor(caller: Viewer, clientId?: number): Promise<readonly DeviceStatus[]>;
  /** How a device describes itself; undefined when it never did. */
  deviceMeta(number: number): DeviceMeta | undefined;
  /** A device as it is now; undefined when none of this number is followed. */
  deviceStatus(number: number): DeviceStatus | undefined;
  /** What comes from devices as it comes. */
  readonly tap: Tap;
  /** Those that are connected now. */
  connectedDevices(): readonly ConnectedDevice[];
  /** One of them. */
  connectedDevice(number: number): ConnectedDevice | undefined;
  /** A device that is followed, as it is now. */
  measuringDevice(number: number): MeasuringDevice | undefined;
  /** What a device records now, and where that is; undefined when nothing. */
  recordNow(number: number): Promise<RecordNow | undefined>;
  /** What a device's state is shown as while it follows a scenario; undefined: as it says itself. */
  showScenario(number: number, state: DeviceState | undefined): void;
  /** The device of a path, when the viewer may see it. */
  findDevice(
    viewer: Viewer,
    params: { readonly clientId: number; readonly deviceNumber: number },
  ): Promise<DeviceNow | Refusal>;
  /** Those of a client that the viewer may see, by number. */
  findDevices(viewer: Viewer, clientId: number): Promise<readonly DeviceNow[] | Refusal>;
  /** Whether its device is there and records it now. */
  isBeingRecorded(recordId: number): boolean;
  /** Whether a device is there that records for a client now. */
  recordsFor(clientId: number): boolean;
  /** Records under way whose device is away; `sinceMs` in ms since 1970, null when it is not known. */
  awayFrom(records: readonly AwaitedRecord[]): ReadonlyMap<number, { readonly sinceMs: number | null }>;
  /**
   * Ends a record with the samples that are here and hands it to decoding; for a device that does not come back.
   * `notOpen`: it was ended before. Refused while the device is recording it.
   */
  finishRecord(recordId: number): Promise<'finished' | 'notOpen' | Refusal>;
  /**
   * Asks the device again for what the journal lacks, or for all of the record, then decodes anew. Refused when the device
   * is away.
   */
  downloadFromDevice(recordId: number, asksAll?: boolean): Promise<'started' | Refusal>;
}

interface Dependencies {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly broker: Pick<Broker, 'publish' | 'subscribe' | 'onLost'>;
  readonly life: Life;
  readonly realtime: Realtime;
  readonly disk: Pick<DiskLedger, 'refuseNewRecord' | 'mayJournal'>;
  readonly folder: Pick<DataFolder, 'journal' | 'journals' | 'temporary'>;
  /** The disk as journals use it; the machine's own unless a test puts another in its place. */
  readonly journalFiles?: JournalFiles;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Pick<Tally, 'count'>;
  /** The selections of a running record, to go with its curves. */
  readonly selectionsOf: (recordId: number) => readonly LiveSelection[];
  readonly takeNextRecord: TakeNextRecord;
  readonly scenarioOf: ScenarioOf;
  /** What a client wants of the records of its devices. */
  readonly rulesOf: (clientId: number) => Promise<RecordRules>;
}

/** From the broker to the journal, then to those who watch; and the life of records. */
export function createIngest(dependencies: Dependencies): Ingest {
  const { realtime, clock } = dependencies;
  const opened = openParts(dependencies);
  const { shared, sessions } = opened;
  const { tap, journals } = shared;
  tap.onFirst((number) => {
    const session = sessions.get(number);
    if (session !== undefined) askToStream(shared, session);
  });
  tellWhoEnters(realtime, sessions, clock);
  return {
    ...startAndStop(dependencies, opened),
    syncAll: (withinMs = 2000) => journals.syncAll(withinMs),
    journals: () => journals.now(),
    routes: (serve) => deviceRoutes(serve, { ...shared, sessions }),
    async command(number, method, params) {
      const session = sessions.get(number);
      const command =
        session === undefined ? refuse('device.notConnected') : commandDevice(shared, session, method, params);
      return isRefusal(command) ? command : command.outcome;
    },
    call: (number, method, params, timeoutMs) => shared.caller.call(number, method, params, timeoutMs),
    async devicesFor(caller, clientId) {
      const own = caller.scope === 'everything' ? clientId : caller.principal.clientId;
      const devices = (await sessions.refresh(own)).filter((session) => sees(caller, session));
      return devices.map((session) => presentDevice(session, clock.monotonicMs()));
    },
    deviceMeta: (number) => sessions.get(number)?.meta,
    deviceStatus(number) {
      const session = sessions.get(number);
      return session === undefined ? undefined : presentDevice(session, clock.monotonicMs());
    },
    tap,
    connectedDevices: () => [...sessions.all()].filter(({ connected }) => connected).map(connectedDevice),
    connectedDevice(number) {
      const session = sessions.get(number);
      return session?.connected ? connectedDevice(session) : undefined;
    },
    measuringDevice(number) {
      const session = sessions.get(number);
      return session && measuringDevice(session);
    },
    async recordNow(number) {
      const session = sessions.get(number);
      return session && deviceNow(session, clock.monotonicMs).recordNow();
    },
    showScenario(number, state) {
      const session = sessions.get(number);
      if (session?.follows(state)) opened.announcer.changed(session);
    },
    async findDevice(viewer, params) {
      const session = await findDevice(sessions, viewer, params);
      return isRefusal(session) ? session : deviceNow(session, clock.monotonicMs);
    },
    async findDevices(viewer, clientId) {
      const { db } = dependencies.database;
      if (!mayReachClient(viewer, clientId) || !(await clientExists(db, clientId))) return refuse('entity.notFound');
      const found = await findDevices(sessions, viewer, clientId);
      return found.map((session) => deviceNow(session, clock.monotonicMs));
    },
    isBeingRecorded: (recordId) => recordedNow(sessions.all()).some((record) => record.recordId === recordId),
    recordsFor: (clientId) => recordedNow(sessions.all()).some((record) => record.clientId === clientId),
    awayFrom: (records) => findAway(sessions.all(), records),
    finishRecord: (recordId) => finishAsAsked(shared, sessions, recordId),
    downloadFromDevice: (recordId, asksAll = false) => downloadAsAsked(shared, sessions, { recordId, asksAll }),
  };
}

interface Opened {
  readonly shared: IngestDependencies;
  readonly live: Live;
  readonly sessions: Sessions;
  /** The same, by the numbers of their devices. */
  readonly byNumber: ReadonlyMap<number, DeviceSession>;
  readonly announcer: Announcer;
  readonly stopping: AbortController;
}

/** Everything that works from then on is made here, and nothing begun. */
function openParts(dependencies: Dependencies): Opened {
  const { database, broker, realtime, disk, clock, tally, journalFiles: files } = dependencies;
  const log = dependencies.log.child({ room: 'ingest' });
  const tap = createTap((device, error) =>
    log.error(
      { device, error: error instanceof Error ? (error.stack ?? String(error)) : String(error) },
      'who listens to a device failed',
    ),
  );
  const stopping = new AbortController();
  const shared: IngestDependencies = {
    ...dependencies,
    log,
    tap,
    caller: createCaller(broker, randomUUID, clock, tally),
    journals: createJournals({ clock, log, mayWrite: disk.mayJournal, ...(files && { files }) }),
    held: createHeldBlocks(),
    stopping: stopping.signal,
  };
  const byNumber = new Map<number, DeviceSession>();
  const live = createLive({
    ...{ realtime, tap },
    selectionsOf(number, deviceRecordId) {
      const record = byNumber.get(number)?.records.get(deviceRecordId);
      return record === undefined ? [] : dependencies.selectionsOf(record.recordId);
    },
  });
  const devicesOf = (clientId: number) =>
    [...byNumber.values()].filter(({ row }) => row.clientId === clientId).sort((a, b) => a.number - b.number);
  const announcer = createAnnouncer({ realtime, clock, devicesOf });
  const sessions = followDevices({ ...shared, broker, database, sessions: byNumber, announcer });
  return { shared, live, sessions, byNumber, announcer, stopping };
}

function startAndStop(
  { database, folder }: Dependencies,
  { shared, live, sessions, byNumber, announcer, stopping }: Opened,
): Pick<Ingest, 'start' | 'stop'> {
  const { journals, log } = shared;
  let resuming = Promise.resolve();
  return {
    async start() {
      for (const path of [folder.journals, folder.temporary]) await mkdir(path, { recursive: true });
      await sessions.refresh();
      resuming = resumeRecords(shared, byNumber, await findRecordsInProgress(database.db));
      await sessions.start();
    },
    async stop() {
      stopping.abort();
      await sessions.stop();
      announcer.stop();
      live.stop();
      const all = [...sessions.all(), ...sessions.parted()];
      const openings = all.flatMap((session) => session.records.openings());
      await settlesWithin(Promise.allSettled([resuming, ...openings]), openingMs);
      const open = all.flatMap((session) => session.records.all());
      if (!(await settlesWithin(closeRecords(open), closingMs))) {
        // What was written is with the system, which brings it to a disk that comes back.
        log.error(journals.now(), 'journals were not closed: the disk does not answer');
      }
      journals.close();
    },
  };
}

/** The present state of devices, for those who enter a room that tells of changes. */
function tellWhoEnters(realtime: Realtime, sessions: Sessions, clock: Clock): void {
  realtime.onEnter('connectedDevices', async (clientId) => {
    const devices = await sessions.refresh(clientId);
    const monotonicMs = clock.monotonicMs();
    return devices.map((session) => presentDevice(session, monotonicMs));
  });
  realtime.onEnter('boardStatus', async (number) => {
    const session = sessions.get(number);
    return session && presentDevice(session, clock.monotonicMs());
  });
}

/** ms for which the end waits for journals that are being opened: nothing was written to them yet. */
const openingMs = 2000;
/** ms for which it waits for the others: the program has 9 s to end. */
const closingMs = 4000;

async function closeRecords(open: readonly OpenRecord[]): Promise<void> {
  await Promise.allSettled(open.map(({ finishing, journal }) => finishing ?? journal.close()));
  await Promise.allSettled(open.map(({ journal }) => journal.close()));
}
