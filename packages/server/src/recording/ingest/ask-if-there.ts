import { isRefusal } from '@sillage/contract';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';

/** ms without any message after which a device is asked for one: it reports every 5 s. */
const quietMs = 7000;

/**
 * A broker that runs elsewhere tells nobody of a device that went without a farewell, but it says at once that nobody
 * hears a command.
 */
export function askIfThere(
  dependencies: IngestDependencies,
  session: DeviceSession,
  leave: (session: DeviceSession) => void,
): void {
  if (!session.connected || session.silentMs < quietMs || !session.mayBeAsked()) return;
  void dependencies.caller.call(session.number, 'v1.clock.get', {}).then((answer) => {
    const isGone = isRefusal(answer) && answer.code === 'device.notConnected';
    if (isGone && session.silentMs >= quietMs) leave(session);
  });
}
