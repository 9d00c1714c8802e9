import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { loadRows, saveRows } from '../rows/keep-states.ts';

/** What one push may hold. */
const mostRows = 300;
const Refused = z.object({ table_name: z.string(), uid: z.string(), other_uid: z.string() });

/**
 * What kept the cloud from rows may be over there, and nobody tells this hub: they are told once more, and what is still refused is
 * noted again.
 */
export async function tellRefusedAgain(tx: Queryable): Promise<void> {
  const { rows } = await tx.execute(sql`select table_name, uid, other_uid from sync_rows
    where refused is not null order by seq limit ${mostRows}`);
  const refused = z.array(Refused).parse(rows);
  for (const [table, keys] of Map.groupBy(refused, ({ table_name }) => table_name)) {
    const found = await loadRows(
      tx,
      table,
      keys.map(({ uid, other_uid: otherUid }) => ({ uid, otherUid })),
    );
    await saveRows(tx, [...found.values()]);
  }
}
