import { sql } from 'drizzle-orm';
import { readKept } from './keep-states.ts';
import { travellingTables } from './travelling-tables.ts';
import { type Savepoints, writeRows } from './write-rows.ts';

const atOnce = 500;

/** Rows that waited for others to come are tried once more; after them those that do not heal by themselves. */
export async function retryHeld(tx: Savepoints): Promise<void> {
  for (const table of travellingTables) {
    const { rows } = await tx.execute(sql`select * from sync_rows
      where table_name = ${table.name} and (held is not null or held_fields <> '{}') order by held is not null and held <> 'reference', seq limit ${atOnce}`);
    if (rows.length > 0) await writeRows(tx, table, rows.map(readKept));
  }
}
