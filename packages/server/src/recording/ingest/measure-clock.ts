import { isRefusal } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { DeviceCaller } from './call-devices.ts';

const probes = 3;
const probeTimeoutMs = 1000;

/**
 * Server clock minus device clock, µs, from the probe with the shortest way (as NTP does); null when the device does
 * not answer.
 */
export async function measureClockOffset(
  caller: Pick<DeviceCaller, 'call'>,
  clock: Clock,
  number: number,
): Promise<number | null> {
  let best: { roundTripMs: number; offsetUs: number } | null = null;
  for (let i = 0; i < probes; i++) {
    const sentMs = clock.nowMs();
    const answer = await caller.call(number, 'v1.clock.get', {}, probeTimeoutMs);
    if (isRefusal(answer)) break;
    const roundTripMs = clock.nowMs() - sentMs;
    if (best === null || roundTripMs < best.roundTripMs) {
      best = { roundTripMs, offsetUs: Math.round((sentMs + roundTripMs / 2) * 1000) - answer.clockUs };
    }
  }
  return best?.offsetUs ?? null;
}
