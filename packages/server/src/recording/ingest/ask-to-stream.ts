import { limits, type Refusal } from '@sillage/contract';
import type { DeviceSession } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';
import type { WantedModules } from './want-streams.ts';

/** ms after which a device that is listened to is asked again to stream: it stops by itself after `realtimeHoldSeconds`. */
const streamAgainMs = 30_000;
const holdSeconds = limits.realtimeHoldSeconds;

/** While somebody listens to a device it is asked to stream, so that curves move also when it does not record. */
export function askToStream(tools: IngestTools, session: DeviceSession): void {
  const nowMs = tools.clock.monotonicMs();
  if (!session.connected || nowMs - session.streamAskedMs < streamAgainMs) return;
  if (!tools.tap.isHeard(session.number)) return;
  session.askedToStream(nowMs);
  void tools.caller.call(session.number, 'v1.realtime.set', { holdSeconds });
}

/**
 * Asks a device to stream what a caller wants beside what others want: nobody's request takes anything from another. Who
 * listens to it gets all modules.
 */
export function askToStreamFor(
  tools: IngestTools,
  session: DeviceSession,
  caller: string,
  modules: WantedModules,
): Promise<object | Refusal> {
  const nowMs = tools.clock.monotonicMs();
  const wanted = session.wishes.add(caller, modules, { nowMs, holdMs: holdSeconds * 1000 });
  const isForAll = wanted === 'all' || tools.tap.isHeard(session.number);
  // Of part of the modules: who listens is asked for at once.
  session.askedToStream(isForAll ? nowMs : Number.NEGATIVE_INFINITY);
  return tools.caller.call(session.number, 'v1.realtime.set', {
    ...(isForAll ? {} : { modules: [...wanted] }),
    holdSeconds,
  });
}
