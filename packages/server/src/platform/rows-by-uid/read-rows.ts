import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';

const rowsAtOnce = 500;

/** A query through a cursor of the caller's transaction, one at a time: bounded memory for any number of rows. */
export async function* readRows(tx: Queryable, query: SQL): AsyncGenerator<Record<string, unknown>> {
  await tx.execute(sql`declare rows_by_uid no scroll cursor for ${query}`);
  try {
    for (;;) {
      const { rows } = await tx.execute(sql.raw(`fetch ${rowsAtOnce} from rows_by_uid`));
      yield* rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    // In a transaction that failed there is no cursor any more, and no command is heard.
    await tx.execute(sql`close rows_by_uid`).catch(() => undefined);
  }
}
