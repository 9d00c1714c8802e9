import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { tellOfRows } from '../../recording/life/index.ts';
import { pairTables, travellingTable } from './travelling-tables.ts';
import type { WireRow } from './wire-row.ts';

const Changed = z.object({ client_id: z.int(), id: z.int(), reason: z.enum(['updated', 'selected']) });
const OfClient = z.object({ id: z.int() });

/** Who shows records, or computes of them, hears which of them the rows change. */
export async function tellOfRecords(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  const named = rows.flatMap((row) => {
    const reason = row.table === 'selections' ? 'selected' : 'updated';
    return recordsOf(row).map((uid) => ({ uid, reason }));
  });
  if (named.length === 0) return;
  const { rows: found } = await tx.execute(sql`select distinct r.client_id, r.id, k.reason from records r
    join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as k(uid uuid, reason text) on k.uid = r.uid`);
  const changed = z.array(Changed).parse(found);
  for (const same of Map.groupBy(changed, (one) => `${one.client_id} ${one.reason}`).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const { client_id: clientId, reason } = first;
    await tellOfRows(tx, { clientId, reason, recordIds: same.map(({ id }) => id) });
  }
  await tellOfGone(tx, rows);
}

/** Records that are gone have no number any more: it is told in which clubs some are. */
async function tellOfGone(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  const deleted = rows.filter((row) => row.table === 'records' && row.deleted !== null);
  const gone = deleted.flatMap((row) => uidsIn(row, 'client_id').map((client) => ({ uid: row.uid, client })));
  if (gone.length === 0) return;
  const { rows: found } = await tx.execute(sql`select distinct c.id from clients c
    join jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as k(uid uuid, client uuid) on k.client = c.uid
    where not exists (select 1 from records r where r.uid = k.uid)`);
  for (const { id: clientId } of z.array(OfClient).parse(found)) {
    await tellOfRows(tx, { clientId, reason: 'deleted', recordIds: [] });
  }
}

function recordsOf(row: WireRow): string[] {
  if (row.table === 'records') return [row.uid];
  const table = travellingTable(row.table);
  if (table === undefined) return [];
  if (table.pair === undefined) {
    return table.columns.filter(({ refersTo }) => refersTo === 'records').flatMap(({ name }) => uidsIn(row, name));
  }
  return pairTables(table).flatMap((name, i) => (name === 'records' ? ([row.uid, row.other_uid][i] ?? []) : []));
}

const uidsIn = ({ fields }: WireRow, name: string): string[] => {
  const uid = z.uuid().safeParse(fields[name]?.[0]).data;
  return uid === undefined ? [] : [uid];
};
