import type { AwaitedState } from '@sillage/domain';

/** µs; a device clock further off makes the record's date wrong. */
const wrongTimeUs = 86_400e6;
const dayMs = 86_400e3;
/** ms since 1970; no device is older: an earlier date is that of a clock which was never set. */
const oldestMs = Date.UTC(2020, 0, 1);
/** ms; a start later than now by more is that of a clock which was set back since. */
const aheadMs = 60_000;

/**
 * When a record began, by the server's clock where the device's is known against it, and whether that cannot be true.
 * A date that cannot be true is replaced by now, so that the record is found.
 */
export function dateRecord(
  record: { readonly startUs: number; readonly state: AwaitedState },
  clockOffsetUs: number | null,
  nowMs: number,
): { readonly startedAt: Date; readonly wrongTime: boolean } {
  const now = new Date(nowMs);
  const deviceMs = record.startUs / 1000;
  if (clockOffsetUs === null && record.state === 'recording') {
    return { startedAt: now, wrongTime: Math.abs(deviceMs - nowMs) > dayMs };
  }
  const startedMs = Math.round(deviceMs + (clockOffsetUs ?? 0) / 1000);
  const isPlausible = startedMs >= Math.min(oldestMs, nowMs - dayMs) && startedMs <= nowMs + aheadMs;
  return {
    startedAt: isPlausible ? new Date(startedMs) : now,
    wrongTime: !isPlausible || (clockOffsetUs !== null && Math.abs(clockOffsetUs) > wrongTimeUs),
  };
}
