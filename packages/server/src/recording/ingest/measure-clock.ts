import { isRefusal } from '@sillage/contract';
import type { DeviceSession, OpenRecord } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';
import { setWrongTime } from './repository.ts';

const probes = 3;
/** ms; a way that is longer says too little. */
const maxRoundTripMs = 1000;
/** ms by which the server's own clocks may disagree over a probe; more means that its date was set meanwhile. */
const maxDisagreementMs = 50;
/** µs, and share of the time since; what two measures of the same two clocks may differ by, when nobody set one. */
const toleranceUs = 2e6;
const toleratedDrift = 200e-6;

export interface MeasuredClock {
  /** Server clock minus device clock, µs. */
  readonly offsetUs: number;
  /** µs since 1970 on the device, and on the server's monotonic clock in ms at the same moment. */
  readonly deviceUs: number;
  readonly atMs: number;
}

/** From the probe with the shortest way, as NTP does; undefined when the device does not answer. */
export async function measureClock(
  { caller, clock }: Pick<IngestTools, 'caller' | 'clock'>,
  number: number,
): Promise<MeasuredClock | undefined> {
  let best: (MeasuredClock & { readonly roundTripMs: number }) | undefined;
  for (let i = 0; i < probes; i++) {
    const sent = { dateMs: clock.nowMs(), ms: clock.monotonicMs() };
    const answer = await caller.call(number, 'v1.clock.get', {}, maxRoundTripMs);
    if (isRefusal(answer)) break;
    const roundTripMs = clock.monotonicMs() - sent.ms;
    const disagreementMs = clock.nowMs() - sent.dateMs - roundTripMs;
    if (roundTripMs > maxRoundTripMs || Math.abs(disagreementMs) > maxDisagreementMs) continue;
    if (best !== undefined && best.roundTripMs <= roundTripMs) continue;
    const { clockUs: deviceUs } = answer;
    const offsetUs = Math.round((sent.dateMs + roundTripMs / 2) * 1000) - deviceUs;
    best = { roundTripMs, offsetUs, deviceUs, atMs: sent.ms + roundTripMs / 2 };
  }
  return best;
}

/**
 * The device's clock as known since it connected; measured when it was not tried yet, or when `afresh`. Who asks while it
 * is measured waits for that. Records under way whose date this contradicts are marked.
 */
export function knowClock(
  tools: IngestTools,
  session: DeviceSession,
  afresh = false,
): Promise<MeasuredClock | undefined> {
  if (session.measuring === undefined || afresh) session.measuring = measureInto(tools, session);
  return session.measuring;
}

async function measureInto(tools: IngestTools, session: DeviceSession): Promise<MeasuredClock | undefined> {
  const { clockEra } = session;
  const measured = await measureClock(tools, session.number);
  // Forgotten meanwhile: what was measured is against a date that holds no longer, or of an earlier connection.
  if (session.clockEra !== clockEra) return session.measuring;
  if (measured === undefined) return session.clock;
  session.clock = measured;
  for (const record of session.records.values()) {
    if (isContradicted(record, measured)) doubtDate(tools, record);
  }
  return measured;
}

function isContradicted({ clockOffsetUs, openedMs }: OpenRecord, { offsetUs, atMs }: MeasuredClock): boolean {
  if (clockOffsetUs === null) return false;
  const drift = toleratedDrift * Math.max(0, atMs - openedMs) * 1000;
  return Math.abs(offsetUs - clockOffsetUs) > toleranceUs + drift;
}

/** What was measured, and what is being measured, counts no longer. */
export function dropClock(session: DeviceSession): void {
  session.clock = undefined;
  session.measuring = undefined;
  session.clockEra++;
}

/** The host's date was set: what was measured against it holds no longer, and which date is right nobody knows. */
export function forgetClock(tools: IngestTools, session: DeviceSession): void {
  dropClock(session);
  for (const record of session.records.values()) {
    if (record.clockOffsetUs === null) doubtDate(tools, record);
  }
  if (session.connected) void knowClock(tools, session);
}

function doubtDate(tools: IngestTools, record: OpenRecord): void {
  if (record.hasWrongTime) return;
  record.hasWrongTime = true;
  const { recordId, clientId } = record;
  setWrongTime(tools.database.db, recordId).then(
    () => tools.life.tell(tools.database.db, { clientId, recordIds: [recordId], reason: 'updated' }),
    (error: unknown) => {
      record.hasWrongTime = false;
      tools.log.error({ record: recordId, error: String(error) }, 'the doubt about a date was not kept');
    },
  );
}

/** µs since 1970 on the device now; undefined when it never told. */
export function deviceNowUs({ clock, report, reportMs }: DeviceSession, monotonicMs: number): number | undefined {
  if (report?.clockUs !== undefined && !(clock !== undefined && clock.atMs > reportMs)) {
    return report.clockUs + (monotonicMs - reportMs) * 1000;
  }
  return clock === undefined ? undefined : clock.deviceUs + (monotonicMs - clock.atMs) * 1000;
}
