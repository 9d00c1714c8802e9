import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

/** A table of pairs, and which of its two columns names whose partners are set. */
interface Pairs {
  readonly table: PgTable;
  readonly of: PgColumn;
  readonly partner: PgColumn;
}

/** Gives a row exactly these partners. A pair that stays is not touched: it has not changed. Answers who was taken off. */
export async function setPartners(
  tx: Queryable,
  { table, of, partner }: Pairs,
  id: number,
  partners: readonly number[],
): Promise<number[]> {
  const ids = sql`${`{${partners.join(',')}}`}::integer[]`;
  const { rows } = await tx.execute<{ id: number }>(
    sql`DELETE FROM ${table} WHERE ${of} = ${id} AND ${partner} <> ALL (${ids}) RETURNING ${partner} AS id`,
  );
  if (partners.length > 0) {
    await tx.execute(sql`INSERT INTO ${table} (${sql.identifier(of.name)}, ${sql.identifier(partner.name)})
      SELECT ${id}::integer, unnest(${ids}) ON CONFLICT DO NOTHING`);
  }
  return rows.map((row) => row.id);
}
