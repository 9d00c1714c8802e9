import { lt } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { SessionTime } from './keep-session-time.ts';

const { refreshTokens } = tables;

/** ms; how soon a clock that was set is noticed. */
const lookMs = 10_000;
/** ms; by so much the time of sessions may fall back at a restart whose clock is behind. */
const keepEveryMs = 3_600_000;

/** Forgets refresh tokens that are over, of people who never come back as well; answers how many. */
export async function forgetOldTokens(db: Db, time: Pick<SessionTime, 'nowMs'>): Promise<number> {
  const { rowCount } = await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, new Date(time.nowMs())));
  return rowCount ?? 0;
}

/** Keeps the time of sessions, and their table short, until it is stopped. */
export function tidySessions(db: Db, time: SessionTime, log: Log): () => void {
  let keptAtMs = Number.NEGATIVE_INFINITY;
  let running = false;
  const look = async () => {
    const isDue = time.nowMs() - keptAtMs >= keepEveryMs;
    await time.keep(isDue ? 'always' : undefined);
    if (!isDue) return;
    keptAtMs = time.nowMs();
    await forgetOldTokens(db, time);
  };
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    look()
      .catch((problem: unknown) => log.warn({ error: String(problem) }, 'sessions were not tidied, tried again'))
      .finally(() => {
        running = false;
      });
  }, lookMs).unref();
  return () => clearInterval(timer);
}
