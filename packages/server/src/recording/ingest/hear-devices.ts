import { DeviceReport } from '@sillage/device-protocol';
import { rememberDevice } from '../../administration/devices/index.ts';
import { aboutDevice } from './about-device.ts';
import type { Announcer } from './announce-devices.ts';
import { askToStream } from './ask-to-stream.ts';
import { parseJson } from './call-devices.ts';
import type { DeviceSession } from './device-session.ts';
import { fetchStoredRecords, followReport } from './follow-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { keepWhatDevicesTell } from './keep-what-devices-tell.ts';
import { knowClock } from './measure-clock.ts';
import { firstProblem, readMeta } from './read-meta.ts';
import { takeBlock } from './take-block.ts';
import { tellName } from './tell-name.ts';

export interface Hearing {
  /** A message of a device, by the kind in its topic. */
  take(session: DeviceSession, kind: string, payload: Uint8Array): void;
  /** It is not there any more; again is the same. */
  leave(session: DeviceSession): void;
}

type Keep = ReturnType<typeof keepWhatDevicesTell>;

/** What devices say: blocks, reports, answers, and what they are. */
export function hearDevices(dependencies: IngestDependencies, announcer: Announcer): Hearing {
  const { clock, log } = dependencies;
  const keep = keepWhatDevicesTell({
    write: (number, seen) => rememberDevice(dependencies.database.db, number, seen),
    log,
  });

  function takeReport(session: DeviceSession, payload: Uint8Array): void {
    const report = DeviceReport.safeParse(parseJson(payload));
    if (!report.success) {
      dependencies.tally.count('status.refused', { device: session.number, reason: firstProblem(report.error) });
      return;
    }
    if (!report.data.connected) {
      leave(session);
      return;
    }
    if (session.reported(report.data, clock.monotonicMs())) greet(dependencies, keep, session);
    announcer.changed(session);
    followReport(dependencies, session);
  }

  function leave(session: DeviceSession): void {
    if (!session.left()) return;
    dependencies.held.drop(session.number);
    dependencies.caller.gone(session.number);
    log.info(aboutDevice(session), 'a device is away');
    keep(session, { lastSeenAt: new Date(clock.nowMs()) });
    announcer.changed(session);
    tellRecords(dependencies, session);
  }

  return {
    take(session, kind, payload) {
      session.heard(clock.nowMs());
      if (kind === 'block') takeBlock(dependencies, session, payload);
      else if (kind === 'status') takeReport(session, payload);
      else if (kind === 'rpc/response') dependencies.caller.heard(session.number, payload);
      else if (kind === 'meta') {
        takeMeta(dependencies, keep, session, payload);
        announcer.changed(session);
      }
    },
    leave,
  };
}

function takeMeta({ tally }: IngestDependencies, keep: Keep, session: DeviceSession, payload: Uint8Array): void {
  const meta = readMeta(parseJson(payload), session.number);
  if ('problem' in meta) {
    session.describedWrongly(meta.problem);
    tally.count('meta.refused', { device: session.number, reason: meta.problem });
  } else if (session.described(meta)) keep(session, { meta });
}

/** It is there now, and was not before. */
function greet(dependencies: IngestDependencies, keep: Keep, session: DeviceSession): void {
  dependencies.log.info(aboutDevice(session), 'a device is connected');
  keep(session, { lastSeenAt: new Date(dependencies.clock.nowMs()) });
  askToStream(dependencies, session);
  void knowClock(dependencies, session);
  void tellName(dependencies, session);
  fetchStoredRecords(dependencies, session);
  tellRecords(dependencies, session);
}

/** Whether a device is there shows at its records under way. */
function tellRecords({ life, database }: IngestDependencies, { records, row }: DeviceSession): void {
  const recordIds = records.all().map(({ recordId }) => recordId);
  if (recordIds.length === 0) return;
  life.tell(database.db, { clientId: row.clientId, recordIds, reason: 'updated' });
}
