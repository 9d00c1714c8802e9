import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { isAlive, lastEdit, mergeRow } from '../core/index.ts';
import { keepConflicts } from './keep-conflicts.ts';
import { type KeptRow, keyOf } from './keep-states.ts';
import type { TravellingTable } from './travelling-tables.ts';

/**
 * The rows that stay although the other server deleted them: a client is not deleted with its records because it is elsewhere.
 * Somebody is asked here instead, and all that is the client's stays until they choose its deletion.
 */
export async function spareClients(
  tx: Queryable,
  { name }: Pick<TravellingTable, 'name'>,
  known: ReadonlyMap<string, KeptRow>,
  came: readonly KeptRow[],
): Promise<ReadonlySet<string>> {
  const deleted = came.flatMap((row) => {
    const mine = known.get(keyOf(row));
    return mine && isAlive(mine.state) && !isAlive(mergeRow(mine.state, row.state).row) ? [{ mine, row }] : [];
  });
  if (deleted.length === 0) return new Set();
  if (name === 'clients') {
    await keepConflicts(
      tx,
      deleted.map(({ mine, row }) => ({
        row: mine,
        losses: [
          {
            field: null,
            kept: { value: null, at: lastEdit(mine.state), isGone: false },
            lost: { value: null, at: row.state.deleted?.at ?? '', isGone: true },
          },
        ],
      })),
    );
    return new Set(deleted.map(({ row }) => keyOf(row)));
  }
  const { rows } = await tx.execute(sql`select distinct uid from sync_conflicts where table_name = 'clients'
    and field is null and lost ? 'is_gone' and settled is distinct from 'restored'`);
  const spared = new Set(rows.map(({ uid }) => String(uid)));
  return new Set(deleted.flatMap(({ mine, row }) => (spared.has(mine.clientUid ?? '') ? [keyOf(row)] : [])));
}
