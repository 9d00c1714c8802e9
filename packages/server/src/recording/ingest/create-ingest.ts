import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceStatus, type Refusal, refuse } from '@sillage/contract';
import type { Broker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { createLive } from '../live/index.ts';
import { createAnnouncer } from './announce-devices.ts';
import { createCaller } from './call-devices.ts';
import type { DeviceSession } from './device-session.ts';
import { askToStream, followDevices } from './follow-devices.ts';
import { downloadAgain, finishWithoutDevice } from './follow-records.ts';
import type { IngestTools } from './ingest-tools.ts';
import { resumeRecord } from './open-records.ts';
import { presentDevice } from './present-device.ts';
import { findRecordsInProgress, findStreamedRecord, setRecordComplete } from './repository.ts';
import { deviceRoutes } from './routes.ts';

export interface Ingest {
  /** Goes on with the records that were under way, then takes messages. */
  start(): Promise<void>;
  /** Closes the journals; records under way go on at the next start. */
  stop(): Promise<void>;
  /** Everything received is on disk when this answers, or `withinMs` are over; for the moment before the program ends badly. */
  syncAll(withinMs?: number): Promise<void>;
  routes(serve: Serve): void;
  /** A device as it is now; undefined when none of this number is followed. */
  deviceStatus(number: number): DeviceStatus | undefined;
  /**
   * Ends a record with the samples that are here and hands it to decoding; for a device that does not come back.
   * `notOpen`: it was ended before. Refused while the device is recording it.
   */
  finishRecord(recordId: number): Promise<'finished' | 'notOpen' | Refusal>;
  /** Asks the device again for what the journal lacks, then decodes anew. Refused when the device is away. */
  downloadFromDevice(recordId: number): Promise<'started' | Refusal>;
}

interface Given {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly broker: Pick<Broker, 'publish' | 'subscribe'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly realtime: Realtime;
  readonly folder: Pick<DataFolder, 'journal' | 'journals'>;
  readonly disk: Pick<DiskLedger, 'refuseNewRecord'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Pick<Tally, 'count'>;
}

/** From the broker to the journal, then to those who watch; and the life of records. */
export function createIngest(given: Given): Ingest {
  const { database, broker, jobs, realtime, folder, disk, clock, tally } = given;
  const log = given.log.child({ room: 'ingest' });
  const caller = createCaller(broker, randomUUID);
  const live = createLive({ realtime });
  const tools: IngestTools = { database, jobs, realtime, folder, disk, clock, log, tally, caller, live };
  const bySessionNumber = new Map<number, DeviceSession>();
  const announcer = createAnnouncer({
    realtime,
    clock,
    devicesOf: (clientId) =>
      [...bySessionNumber.values()]
        .filter((session) => session.row.clientId === clientId)
        .sort((a, b) => a.number - b.number),
  });
  const sessions = followDevices({ tools, broker, database, sessions: bySessionNumber, announcer });
  realtime.onListeners('liveData', (number, listening) => {
    const session = sessions.get(number);
    if (listening && session !== undefined) askToStream(tools, session);
  });

  return {
    async start() {
      await mkdir(folder.journals, { recursive: true });
      await sessions.refresh();
      await resumeRecords(tools, bySessionNumber);
      await sessions.start();
    },
    async stop() {
      await sessions.stop();
      announcer.stop();
      live.stop();
      for (const session of sessions.all()) {
        for (const record of session.records.values()) await record.journal.close();
      }
    },
    async syncAll(withinMs = 2000) {
      const journals = [...sessions.all()].flatMap((session) => [...session.records.values()]);
      const synced = Promise.allSettled(journals.map(({ journal }) => journal.sync()));
      await Promise.race([synced, sleep(withinMs, undefined, { ref: false })]);
    },
    deviceStatus(number) {
      const session = sessions.get(number);
      return session === undefined ? undefined : presentDevice(session, clock.nowMs());
    },
    routes: (serve) => deviceRoutes(serve, { tools, sessions, db: database.db }),
    async finishRecord(recordId) {
      const row = await findStreamedRecord(database.db, recordId);
      if (row === undefined) return 'notOpen';
      const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
      const outcome = await finishWithoutDevice(tools, session, recordId);
      const orphan = outcome === 'notOpen' && (row.decodeState === 'recording' || row.decodeState === 'repairing');
      if (!orphan) return outcome;
      await database.db.transaction(async (tx) => {
        await setRecordComplete(tx, recordId, { durationSeconds: 0, missingBlocks: null, sizeBytes: 0 });
        await jobs.enqueue('decode', { recordId }, { clientId: row.clientId, recordIds: [recordId] }, tx);
      });
      return 'finished';
    },
    async downloadFromDevice(recordId) {
      const row = await findStreamedRecord(database.db, recordId);
      const session = row?.deviceNumber === null || row === undefined ? undefined : sessions.get(row.deviceNumber);
      return session === undefined ? refuse('device.notConnected') : downloadAgain(tools, session, recordId);
    },
  };
}

/** Records that were under way when the server ended, or was killed: their journals say what they have. */
async function resumeRecords(tools: IngestTools, sessions: ReadonlyMap<number, DeviceSession>): Promise<void> {
  for (const row of await findRecordsInProgress(tools.database.db)) {
    const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
    if (session === undefined) continue;
    resumeRecord(tools, session, row, row.decodeState === 'recording' ? 'recording' : 'repairing');
    tools.log.info({ record: row.id, device: session.number }, 'a record goes on');
  }
}
