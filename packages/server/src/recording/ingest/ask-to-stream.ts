import { limits, type Refusal } from '@sillage/contract';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import type { WantedModules } from './want-streams.ts';

/** ms after which a device that is listened to is asked again to stream: it stops by itself after `realtimeHoldSeconds`. */
const streamAgainMs = 30_000;
const holdSeconds = limits.realtimeHoldSeconds;

/** While somebody listens to a device it is asked to stream, so that curves move also when it does not record. */
export function askToStream(dependencies: IngestDependencies, session: DeviceSession): void {
  const nowMs = dependencies.clock.monotonicMs();
  if (!session.connected || nowMs - session.streamAskedMs < streamAgainMs) return;
  if (!dependencies.tap.isHeard(session.number)) return;
  session.askedToStream(nowMs);
  void dependencies.caller.call(session.number, 'v1.realtime.set', { holdSeconds });
}

/**
 * Asks a device to stream what a caller wants beside what others want: nobody's request takes anything from another. Who
 * listens to it gets all modules.
 */
export function askToStreamFor(
  dependencies: IngestDependencies,
  session: DeviceSession,
  caller: string,
  modules: WantedModules,
): Promise<object | Refusal> {
  const nowMs = dependencies.clock.monotonicMs();
  const wanted = session.wishes.add(caller, modules, { nowMs, holdMs: holdSeconds * 1000 });
  const isForAll = wanted === 'all' || dependencies.tap.isHeard(session.number);
  // Of part of the modules: who listens is asked for at once.
  session.askedToStream(isForAll ? nowMs : Number.NEGATIVE_INFINITY);
  return dependencies.caller.call(session.number, 'v1.realtime.set', {
    ...(isForAll ? {} : { modules: [...wanted] }),
    holdSeconds,
  });
}
