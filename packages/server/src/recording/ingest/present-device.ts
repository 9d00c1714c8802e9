import type { DeviceStatus } from '@sillage/contract';
import { administeredFields } from '../../administration/devices/index.ts';
import { type DeviceSession, journalState, runningRecord } from './device-session.ts';

const recordFeature = { record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' } };

/** A device as the contract shows it. Away, only what stays true is told (specification §4). */
export function presentDevice(session: DeviceSession, nowMs: number): DeviceStatus {
  const { row, connected, meta, report } = session;
  const heardMs = session.heardMs > 0 ? session.heardMs : (row.lastSeenAt?.getTime() ?? null);
  const running = runningRecord(session);
  return {
    ...administeredFields(row),
    is_connected: connected,
    state: connected ? (report?.state ?? 'idle') : 'off',
    battery: connected ? (report?.battery ?? null) : null,
    version: meta?.version ?? null,
    epoch: connected ? deviceClockSeconds(session, nowMs) : null,
    modules: presentModules(session),
    features: { ...recordFeature, ...meta?.features },
    realtime_data_keys: Object.entries(meta?.modules ?? {}).flatMap(([name, module]) =>
      module.columns.map(({ name: column, description, unit, precision }) => ({
        name: `${name}.${column}`,
        description,
        unit,
        precision,
      })),
    ),
    recTime: running === undefined ? null : recordTime(session, running.startUs, nowMs),
    deviceRecId: running?.id ?? null,
    journal: journalState(session),
    last_seen: heardMs === null ? null : new Date(heardMs).toISOString(),
  };
}

function presentModules({ meta, connected, report }: DeviceSession): DeviceStatus['modules'] {
  return Object.fromEntries(
    Object.entries(meta?.modules ?? {}).map(([name, module]) => [
      name,
      {
        is_connected: connected && (report?.modules?.[name]?.connected ?? true),
        type: module.type,
        rate: module.rateHz,
      },
    ]),
  );
}

/** s since 1970 on the device, from its last report. */
function deviceClockSeconds({ report, reportMs }: DeviceSession, nowMs: number): number | null {
  return report?.clockUs === undefined ? null : report.clockUs / 1e6 + (nowMs - reportMs) / 1000;
}

function recordTime(session: DeviceSession, startUs: number, nowMs: number): number | null {
  const clock = deviceClockSeconds(session, nowMs);
  if (clock !== null) return Math.max(0, Math.round((clock - startUs / 1e6) * 1000) / 1000);
  if (session.clockOffsetUs === null) return null;
  return Math.max(0, Math.round(nowMs - (startUs + session.clockOffsetUs) / 1000) / 1000);
}
