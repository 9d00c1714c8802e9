import type { DeviceStatus } from '@sillage/contract';
import { administeredFields } from '../../administration/devices/index.ts';
import type { DeviceSession } from './device-session.ts';
import { problemsOf } from './find-problems.ts';

/** Decimals of a drift: how long a report was on its way changes the next one. */
const driftDecimals = 2;

const recordFeature = { record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' } };
/** Offered while a device recovers: ends that by force, of a record or a scenario. */
const recoveryFeature = { recovery: { cmd_stop: 'v1.record.rec.stop' } };
const recovering: ReadonlySet<string> = new Set(['recovery_record', 'recovery_scenario']);

/**
 * A device as the contract shows it. Away, only what stays true is told.
 * @param monotonicMs now
 */
export function presentDevice(session: DeviceSession, monotonicMs: number): DeviceStatus {
  const { row, connected, meta, report, running } = session;
  const heardAtMs = session.heardAtMs > 0 ? session.heardAtMs : (row.lastSeenAt?.getTime() ?? null);
  const nowUs = session.nowUs(monotonicMs);
  return {
    ...administeredFields(row),
    is_connected: connected,
    state: session.state,
    battery: connected ? (report?.battery ?? null) : null,
    version: meta?.version ?? null,
    epoch: connected && nowUs !== undefined ? nowUs / 1e6 : null,
    modules: presentModules(session),
    features: {
      ...recordFeature,
      ...(connected && recovering.has(session.state) && recoveryFeature),
      ...meta?.features,
    },
    realtime_data_keys: Object.entries(meta?.modules ?? {}).flatMap(([name, module]) =>
      module.columns.map(({ name: column, description, unit, precision }) => ({
        name: `${name}.${column}`,
        description,
        unit,
        precision,
      })),
    ),
    recTime: running === undefined || nowUs === undefined ? null : secondsSince(running.startUs, nowUs),
    deviceRecId: running?.id ?? null,
    clock_drift: connected && nowUs !== undefined ? driftOf(nowUs) : null,
    link: presentLink(session),
    journal: session.records.journalState,
    meta_problem: session.metaProblem ?? (connected && meta === undefined ? 'meta: not published' : null),
    problems: problemsOf(session, monotonicMs),
    last_seen: heardAtMs === null ? null : new Date(heardAtMs).toISOString(),
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

/** s, with three decimals. */
function secondsSince(startUs: number, nowUs: number): number {
  return Math.max(0, Math.round((nowUs - startUs) / 1000) / 1000);
}

/** s, against the date of this machine. */
function driftOf(deviceUs: number): number {
  return Number(((deviceUs / 1000 - Date.now()) / 1000).toFixed(driftDecimals));
}

/** What came of the record that it makes, and what is missing before the last that came. */
function presentLink({ running, records }: DeviceSession): DeviceStatus['link'] {
  const open = running && records.get(running.id);
  if (open === undefined) return null;
  const modules = [...open.journal.content.received.values()];
  const received = modules.reduce((sum, { size }) => sum + size, 0);
  const sent = modules.reduce((sum, { end }) => sum + end, 0);
  return { received, missing: sent - received };
}
