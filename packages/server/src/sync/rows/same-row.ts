import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { quoted } from '../../platform/rows-by-uid/index.ts';
import { type Content, contentOf, type Json } from '../core/index.ts';
import type { KeptRow } from './kept-row.ts';
import type { TravellingTable } from './travelling-tables.ts';

/** The row of this server with the same name or number. */
export async function findSame(tx: Queryable, table: TravellingTable, row: KeptRow): Promise<string | undefined> {
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

/** Gives a row another uid; what was kept of it by its former one is gone. */
export async function renameRow(tx: Queryable, table: string, from: string, to: string): Promise<void> {
  await tx.execute(sql`delete from sync_rows where table_name = ${table} and uid = ${from}`);
  await tx.execute(sql`update ${sql.raw(quoted(table))} set uid = ${to} where uid = ${from}`);
}

/** Gives a selection the next free number of its record. */
export async function renumberSelection(tx: Queryable, uid: string): Promise<void> {
  await tx.execute(sql`update selections s set num = 1 + (select max(num) from selections o where o.record_id = s.record_id)
    where uid = ${uid}`);
}
