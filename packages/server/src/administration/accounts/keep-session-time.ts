import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { settings } = tables;

const keySetting = 'accounts.sessionTime';
const Kept = z.object({ timeMs: z.number(), wallMs: z.number() });

/** ms; a clock that is set by less than this (NTP slews) is not worth a write. */
const steppedMs = 60_000;

/**
 * The time that sessions live in. It goes on evenly while the program runs, whatever is done to the host's clock, and by
 * the host's clock while it does not: a first NTP sync ends nobody's session, and a clock set back lengthens none.
 */
export interface SessionTime {
  /** ms; only differences mean something. */
  nowMs(): number;
  /** Keeps where time stands when the host's clock was set, or when asked to in any case. */
  keep(always?: 'always'): Promise<void>;
}

export async function openSessionTime(db: Queryable, clock: Clock): Promise<SessionTime> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, keySetting));
  const before = Kept.safeParse(row?.value).data;
  const wallMs = clock.nowMs();
  const startMs = before === undefined ? wallMs : before.timeMs + Math.max(0, wallMs - before.wallMs);
  const startMonotonicMs = clock.monotonicMs();
  const nowMs = () => startMs + (clock.monotonicMs() - startMonotonicMs);
  let keptAheadMs: number | undefined;

  async function keep(always?: 'always'): Promise<void> {
    const kept = { timeMs: nowMs(), wallMs: clock.nowMs() };
    const aheadMs = kept.wallMs - kept.timeMs;
    if (always === undefined && keptAheadMs !== undefined && Math.abs(aheadMs - keptAheadMs) < steppedMs) return;
    await db
      .insert(settings)
      .values({ key: keySetting, value: kept })
      .onConflictDoUpdate({ target: settings.key, set: { value: kept } });
    keptAheadMs = aheadMs;
  }

  await keep();
  return { nowMs, keep };
}
