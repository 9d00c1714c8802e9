import { isRefusal } from '@sillage/contract';
import type { MeasuredClock } from './device-clock.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { setWrongTime } from './repository.ts';

const probes = 3;
/** ms; a way that is longer says too little. */
const maxRoundTripMs = 1000;
/** ms by which the server's own clocks may disagree over a probe; more means that its date was set meanwhile. */
const maxDisagreementMs = 50;
/** µs, and share of the time since; what two measures of the same two clocks may differ by, when nobody set one. */
const toleranceUs = 2e6;
const toleratedDrift = 200e-6;

/** From the probe with the shortest way, as NTP does; undefined when the device does not answer. */
export async function measureClock(
  { caller, clock }: Pick<IngestDependencies, 'caller' | 'clock'>,
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
  dependencies: IngestDependencies,
  session: DeviceSession,
  afresh = false,
): Promise<MeasuredClock | undefined> {
  return session.clock.know(
    () => measureClock(dependencies, session.number),
    (measured) => {
      for (const record of session.records.all()) if (isContradicted(record, measured)) doubtDate(dependencies, record);
    },
    afresh,
  );
}

function isContradicted({ clockOffsetUs, openedMs }: OpenRecord, { offsetUs, atMs }: MeasuredClock): boolean {
  if (clockOffsetUs === null) return false;
  const drift = toleratedDrift * Math.max(0, atMs - openedMs) * 1000;
  return Math.abs(offsetUs - clockOffsetUs) > toleranceUs + drift;
}

/** The host's date was set: what was measured against it holds no longer, and which date is right nobody knows. */
export function forgetClock(dependencies: IngestDependencies, session: DeviceSession): void {
  session.clock.drop();
  for (const record of session.records.all()) if (record.clockOffsetUs === null) doubtDate(dependencies, record);
  if (session.connected) void knowClock(dependencies, session);
}

function doubtDate(dependencies: IngestDependencies, record: OpenRecord): void {
  if (!record.doubtDate()) return;
  const { recordId, clientId } = record;
  setWrongTime(dependencies.database.db, recordId).then(
    () => dependencies.life.tell(dependencies.database.db, { clientId, recordIds: [recordId], reason: 'updated' }),
    (error: unknown) => {
      record.forgetDoubt();
      dependencies.log.error({ record: recordId, error: String(error) }, 'the doubt about a date was not kept');
    },
  );
}
