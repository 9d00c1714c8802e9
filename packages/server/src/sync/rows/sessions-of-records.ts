import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { loadRows } from './keep-states.ts';
import type { KeptRow, RowKey } from './kept-row.ts';

/** The sessions that the records of these pairs are part of now. */
export async function sessionsOfRecords(tx: Queryable, pairs: readonly KeptRow[]): Promise<KeptRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await tx.execute(sql`select a.uid, b.uid as other_uid from seance_records t
    join records a on a.id = t.record_id join records b on b.id = t.seance_id
    where a.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(pairs.map(({ uid }) => uid))}::jsonb))`);
  const keys = rows.map((row) => ({ uid: String(row.uid), otherUid: String(row.other_uid) }));
  return [...(await loadRows(tx, 'seance_records', keys)).values()];
}

export async function takeOutOfSession(tx: Queryable, { uid }: RowKey): Promise<void> {
  await tx.execute(sql`delete from seance_records where record_id = (select id from records where uid = ${uid})`);
}
