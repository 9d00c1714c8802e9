import { sql } from 'drizzle-orm';
import { quoted } from '../../platform/rows-by-uid/index.ts';
import { type Content, contentOf, type Json, writeAgain } from '../core/index.ts';
import type { Looker } from './harvest-rows.ts';
import { type KeptRow, readKept, saveRows } from './keep-states.ts';
import { noUid, type TravellingTable } from './travelling-tables.ts';
import { type Savepoints, writeRows } from './write-rows.ts';

/**
 * A row of the cloud has the name of one of this hub: they are the same thing. The hub's row becomes the cloud's, and whatever
 * names it does so from now on. A selection is another one that bears its number: this hub's gets the next free one.
 */
export async function adoptRow(tx: Savepoints, table: TravellingTable, row: KeptRow, looker: Looker): Promise<void> {
  // Their files have its name.
  if (table.name === 'records') return;
  const own = await findSame(tx, table, row);
  if (own === undefined) return;
  if (table.name === 'selections') {
    await tx.execute(sql`update selections s set num = 1 + (select max(num) from selections o where o.record_id = s.record_id)
      where uid = ${own}`);
  } else {
    await tx.execute(sql`delete from sync_rows where table_name = ${table.name} and uid = ${own}`);
    await tx.execute(sql`update ${sql.raw(quoted(table.name))} set uid = ${row.uid} where uid = ${own}`);
    await renameInStates(tx, { table: table.name, from: own, to: row.uid }, looker);
  }
  await writeRows(tx, table, [row]);
}

/** The row of this server with the same name or number. */
async function findSame(tx: Savepoints, table: TravellingTable, row: KeptRow): Promise<string | undefined> {
  const content = contentOf(row.state);
  if (content === undefined || table.natural.length === 0) return undefined;
  const same = table.natural.map((name) => {
    const column = table.columns.find((one) => one.name === name);
    const value = content[name] ?? null;
    if (column?.refersTo) {
      return sql`t.${sql.raw(quoted(name))} = (select o.id from ${sql.raw(quoted(column.refersTo))} o where o.uid = ${textOf(value)}::uuid)`;
    }
    if (table.name === 'parameters' && name === 'target_id') return targetIs(content);
    return sql`t.${sql.raw(quoted(name))}::text = ${textOf(value)}`;
  });
  const { rows } = await tx.execute(sql`select t.uid from ${sql.raw(quoted(table.name))} t
    where t.uid <> ${row.uid} and ${sql.join(same, sql` and `)}`);
  return rows[0] === undefined ? undefined : String(rows[0].uid);
}

function targetIs(content: Content) {
  const targets: Readonly<Record<string, string>> = {
    User: 'users',
    Client: 'clients',
    Sport: 'sports',
    Sensor: 'sensors',
    Device: 'devices',
  };
  const target = targets[String(content.table_name)];
  if (target === undefined) return sql`t.target_id = 1`;
  return sql`t.target_id = (select o.id from ${sql.raw(target)} o where o.uid = ${textOf(content.target_id ?? null)}::uuid)`;
}

const textOf = (value: Json): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** What is known to name the former uid names the new one; where it was told already, that is an edit. */
async function renameInStates(
  tx: Savepoints,
  { table, from, to }: { readonly table: string; readonly from: string; readonly to: string },
  { node, nowMs, offsetMs }: Looker,
): Promise<void> {
  const { rows } = await tx.execute(sql`select * from sync_rows
    where strpos(fields::text, ${from}) > 0 or client_uid = ${from} or (other_uid <> ${noUid}::uuid and (uid = ${from} or other_uid = ${from}))`);
  const renamed: KeptRow[] = [];
  for (const kept of rows.map(readKept)) {
    const values = Object.entries(kept.state.fields).filter(([, { value }]) => value === from);
    const again = Object.fromEntries(values.map(([name]) => [name, to]));
    const isPair = kept.otherUid !== noUid && (kept.uid === from || kept.otherUid === from);
    if (isPair)
      await tx.execute(
        sql`delete from sync_rows where table_name = ${kept.table} and uid = ${kept.uid} and other_uid = ${kept.otherUid}`,
      );
    const swap = (uid: string) => (uid === from ? to : uid);
    renamed.push({
      ...kept,
      uid: isPair ? swap(kept.uid) : kept.uid,
      otherUid: isPair ? swap(kept.otherUid) : kept.otherUid,
      clientUid: kept.clientUid === from && table === 'clients' ? to : kept.clientUid,
      state: values.length === 0 ? kept.state : writeAgain(kept.state, again, { node, editedMs: nowMs + offsetMs }),
      fromNode: null,
    });
  }
  await saveRows(tx, renamed);
}
