import { shareLoop } from '../../platform/clock/index.ts';
import type { Announcer } from './announce-devices.ts';
import { askIfThere } from './ask-if-there.ts';
import { askToStream } from './ask-to-stream.ts';
import type { DeviceSession } from './device-session.ts';
import { fetchStoredRecords, repairAll } from './follow-records.ts';
import type { Hearing } from './hear-devices.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { forgetClock } from './measure-clock.ts';
import { stopForgottenRecords } from './stop-forgotten.ts';

/** ms without any message after which a device counts as away: it reports every 5 s. */
const silenceMs = 20_000;
const watchPeriodMs = 1000;
/** ms counted as silence between two looks, at most: while this program stood still it could not hear. */
const heardAtMostMs = 2 * watchPeriodMs;
/** ms by which the date may run apart from the monotonic clock between two looks; more means that it was set. */
const maxDateStepMs = 500;

interface Dependencies extends IngestDependencies {
  readonly sessions: ReadonlyMap<number, DeviceSession>;
  readonly announcer: Announcer;
  readonly leave: Hearing['leave'];
}

/** Looks after all devices once a second, from now on. Answers how to stop. */
export function watchDevices(dependencies: Dependencies): () => void {
  const { clock, log, sessions } = dependencies;
  const stopForgotten = stopForgottenRecords(dependencies, sessions);
  let stopped = false;
  let isWatching = false;
  let watched = { atMs: clock.monotonicMs(), dateMs: clock.nowMs() };

  /** The next look counts what passed since this one began, when that takes long. */
  async function look(): Promise<void> {
    const now = { atMs: clock.monotonicMs(), dateMs: clock.nowMs() };
    const elapsedMs = now.atMs - watched.atMs;
    const dateStepMs = now.dateMs - watched.dateMs - elapsedMs;
    const wasSet = Math.abs(dateStepMs) > maxDateStepMs;
    watched = now;
    if (wasSet) log.warn({ stepMs: Math.round(dateStepMs) }, 'the date of this machine was set, or it slept');
    const pause = shareLoop();
    for (const session of sessions.values()) {
      const turn = pause();
      if (turn !== undefined) await turn;
      if (stopped) return;
      if (wasSet) forgetClock(dependencies, session);
      if (session.connected) lookAfter(dependencies, session, now.atMs, Math.min(elapsedMs, heardAtMostMs));
    }
    stopForgotten();
  }

  /** One look at a time. */
  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    try {
      await look();
    } finally {
      isWatching = false;
    }
  }

  const timer = setInterval(() => void watch(), watchPeriodMs);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

function lookAfter(dependencies: Dependencies, session: DeviceSession, atMs: number, unheardMs: number): void {
  const { announcer, leave } = dependencies;
  session.wasSilent(unheardMs);
  if (session.silentMs > silenceMs) leave(session);
  askIfThere(dependencies, session, leave);
  repairAll(dependencies, session);
  askToStream(dependencies, session);
  if (session.memory.isDue(atMs)) fetchStoredRecords(dependencies, session);
  if (session.records.journalState !== 'ok') announcer.changed(session);
}
