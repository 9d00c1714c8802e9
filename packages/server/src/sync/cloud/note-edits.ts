import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { readNode } from '../identity.ts';
import { inRounds } from '../in-rounds.ts';
import { type InTurn, storeInTurn } from '../in-turn.ts';
import { harvestRows } from '../rows/harvest-rows.ts';

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly log: Log;
}

/** ms between two looks. */
const betweenMs = 15_000;

/**
 * Notes what people edit in this cloud soon after, also while no hub comes for days: each field keeps the moment and the person of
 * its own edit, not those of the last one of its row. A cloud without hubs has nobody to tell.
 */
export function keepEditsNoted({ database: { db }, inTurn, clock, log }: Dependencies) {
  const rounds = inRounds(
    async () => {
      const { rows } = await db.execute(sql`select 1 from hub_links limit 1`);
      if (rows.length === 0) return;
      await storeInTurn(inTurn)(async (store) => {
        await harvestRows(store, { node: await readNode(store), nowMs: clock.nowMs(), offsetMs: 0 });
      });
    },
    (error) => log.warn({ error: String(error) }, 'edits were not noted for the hubs'),
    betweenMs,
  );
  return { start: rounds.begin, close: rounds.close };
}
