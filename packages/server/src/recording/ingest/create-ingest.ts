import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type DeviceStatus, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { isAwaitedState } from '@sillage/domain';
import type { Broker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { createJournals, type JournalFiles, type JournalsNow } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import { createLive } from '../live/index.ts';
import { createTap } from '../tap/index.ts';
import { aboutDevice } from './about-device.ts';
import { createAnnouncer } from './announce-devices.ts';
import { askToStream } from './ask-to-stream.ts';
import { createCaller } from './call-devices.ts';
import { commandDevice } from './command-device.ts';
import type { OpenRecord } from './device-records.ts';
import type { DeviceSession } from './device-session.ts';
import { endUnfollowed } from './end-unfollowed.ts';
import { type AwaitedRecord, findAway, recordedNow } from './find-away.ts';
import { followDevices, type Sessions } from './follow-devices.ts';
import { downloadAgain, finishWithoutDevice, followReport } from './follow-records.ts';
import { createHeldBlocks } from './hold-blocks.ts';
import type { IngestDependencies, RecordRules } from './ingest-dependencies.ts';
import { type OpenableRow, resumeRecord } from './open-records.ts';
import { presentDevice } from './present-device.ts';
import { findRecordsInProgress, findStreamedRecord, type RecordRow } from './repository.ts';
import { deviceRoutes } from './routes.ts';
import { takeTurns } from './take-turns.ts';
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
  /** A device as it is now; undefined when none of this number is followed. */
  deviceStatus(number: number): DeviceStatus | undefined;
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
  /** What a client wants of the records of its devices. */
  readonly rulesOf: (clientId: number) => Promise<RecordRules>;
}

/** From the broker to the journal, then to those who watch; and the life of records. */
export function createIngest(dependencies: Dependencies): Ingest {
  const { database, broker, realtime, folder, disk, clock, tally } = dependencies;
  const log = dependencies.log.child({ room: 'ingest' });
  const caller = createCaller(broker, randomUUID, clock, tally);
  const tap = createTap((device, error) =>
    log.error(
      { device, error: error instanceof Error ? (error.stack ?? String(error)) : String(error) },
      'who listens to a device failed',
    ),
  );
  const live = createLive({ realtime, tap });
  const { journalFiles: files } = dependencies;
  const journals = createJournals({ clock, log, mayWrite: disk.mayJournal, ...(files && { files }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  const shared: IngestDependencies = {
    ...dependencies,
    ...{ journals, log, caller, tap, held: createHeldBlocks(), stopping: signal },
  };
  let resuming = Promise.resolve();
  const bySessionNumber = new Map<number, DeviceSession>();
  const announcer = createAnnouncer({
    realtime,
    clock,
    devicesOf: (clientId) =>
      [...bySessionNumber.values()]
        .filter((session) => session.row.clientId === clientId)
        .sort((a, b) => a.number - b.number),
  });
  const sessions = followDevices({ ...shared, broker, database, sessions: bySessionNumber, announcer });
  tap.onFirst((number) => {
    const session = sessions.get(number);
    if (session !== undefined) askToStream(shared, session);
  });
  tellWhoEnters(realtime, sessions, clock);

  return {
    async start() {
      for (const path of [folder.journals, folder.temporary]) await mkdir(path, { recursive: true });
      await sessions.refresh();
      resuming = resumeRecords(shared, bySessionNumber, await findRecordsInProgress(database.db));
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
    syncAll: (withinMs = 2000) => journals.syncAll(withinMs),
    journals: () => journals.now(),
    async command(number, method, params) {
      const session = sessions.get(number);
      const command =
        session === undefined ? refuse('device.notConnected') : commandDevice(shared, session, method, params);
      return isRefusal(command) ? command : command.outcome;
    },
    deviceStatus(number) {
      const session = sessions.get(number);
      return session === undefined ? undefined : presentDevice(session, clock.monotonicMs());
    },
    isBeingRecorded: (recordId) => recordedNow(sessions.all()).some((record) => record.recordId === recordId),
    recordsFor: (clientId) => recordedNow(sessions.all()).some((record) => record.clientId === clientId),
    awayFrom: (records) => findAway(sessions.all(), records),
    routes: (serve) => deviceRoutes(serve, { ...shared, sessions }),
    async finishRecord(recordId) {
      const row = await findStreamedRecord(database.db, recordId);
      if (row === undefined) return 'notOpen';
      const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
      if (!(await settlesWithin(Promise.allSettled(session?.records.openings() ?? []), askedMs))) {
        return refuse('server.unavailable');
      }
      const finishing = finishWithoutDevice(shared, session, recordId);
      if (!(await settlesWithin(finishing, askedMs))) return refuse('server.unavailable'); // it goes on
      const outcome = await finishing;
      const orphan = outcome === 'notOpen' && isAwaitedState(row.decodeState);
      if (!orphan) return outcome;
      return (await endUnfollowed(shared, row)) ? 'finished' : 'notOpen';
    },
    async downloadFromDevice(recordId, asksAll = false) {
      const row = await findStreamedRecord(database.db, recordId);
      if (row === undefined) return refuse('record.fromFile');
      const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
      return session === undefined
        ? refuse('record.deviceGone')
        : downloadAgain(shared, session, { recordId, asksAll });
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
  const none = { run_id: null, joined: false, state: null, scenario: null, step: null, prompts: [] };
  realtime.onEnter('scenarioStatus', async (number) =>
    sessions.get(number) === undefined ? undefined : { number, ...none },
  );
}

/** ms for which the end waits for journals that are being opened: nothing was written to them yet. */
const openingMs = 2000;
/** ms for which it waits for the others: the program has 9 s to end. */
const closingMs = 4000;
/** ms for which somebody who asks for the end of a record waits for it. */
const askedMs = 10_000;
/** Journals read at once at the start: each takes its turns on the event loop. */
const resumedAtOnce = 2;

async function closeRecords(open: readonly OpenRecord[]): Promise<void> {
  await Promise.allSettled(open.map(({ finishing, journal }) => finishing ?? journal.close()));
  await Promise.allSettled(open.map(({ journal }) => journal.close()));
}

/**
 * Records that were under way when the server ended, or was killed: their journals say what they have. Those whose device
 * was deleted or disabled meanwhile end here.
 */
async function resumeRecords(
  dependencies: IngestDependencies,
  sessions: ReadonlyMap<number, DeviceSession>,
  rows: readonly RecordRow[],
): Promise<void> {
  const inTurn = takeTurns(resumedAtOnce);
  const all = rows.map((row) => {
    const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
    const { deviceRecordId } = row;
    if (session === undefined || deviceRecordId === null) {
      return endUnfollowed(dependencies, row).catch((error: unknown) =>
        dependencies.log.error({ record: row.id, error: String(error) }, 'a record without a device was not ended'),
      );
    }
    const resuming = inTurn(() => resume(dependencies, session, { ...row, deviceRecordId }));
    return session.records.whileOpening(deviceRecordId, resuming).finally(() => followReport(dependencies, session));
  });
  await Promise.all(all);
}

async function resume(dependencies: IngestDependencies, session: DeviceSession, row: OpenableRow): Promise<void> {
  if (dependencies.stopping.aborted) return;
  try {
    const state = isAwaitedState(row.decodeState) ? row.decodeState : 'repairing';
    const resumed = await resumeRecord(dependencies, session, row, state);
    if (resumed === 'unreadable') session.memory.fetchLater(dependencies.clock.monotonicMs());
    else dependencies.log.info({ ...aboutDevice(session), record: row.id }, 'a record goes on');
  } catch (error) {
    // It is opened again when the device reports or lists it, or at the next start.
    dependencies.log.error(
      { ...aboutDevice(session), record: row.id, error: String(error) },
      'a record could not be opened',
    );
  }
}
