import type { DeviceStatus } from '@sillage/contract';

/** %, s; beyond them somebody should look. */
const leastLink = 80;
const leastBattery = 20;
const mostDrift = 1;

type Watched = Pick<DeviceStatus, 'is_connected' | 'battery' | 'clock_drift' | 'link' | 'journal' | 'modules'>;

/** Blocks of a running record, in whole %; 100 while none was sent. */
export function shareOf({ received, missing }: { readonly received: number; readonly missing: number }): number {
  const sent = received + missing;
  return sent === 0 ? 100 : Math.floor((100 * received) / sent);
}

export const isLinkWeak = (link: { readonly received: number; readonly missing: number }): boolean =>
  shareOf(link) < leastLink;
/** @param percent of a battery */
export const isBatteryLow = (percent: number): boolean => percent < leastBattery;
export const isClockOff = (driftSeconds: number): boolean => Math.abs(driftSeconds) > mostDrift;

/** Whether its card says something that somebody should look at. One that is away is counted as such already. */
export function needsLook(device: Watched): boolean {
  if (!device.is_connected) return false;
  const { link, battery, clock_drift: drift, modules } = device;
  return (
    (link != null && isLinkWeak(link)) ||
    (battery !== null && isBatteryLow(battery)) ||
    (drift != null && isClockOff(drift)) ||
    device.journal !== 'ok' ||
    Object.values(modules).some((module) => !module.is_connected)
  );
}
