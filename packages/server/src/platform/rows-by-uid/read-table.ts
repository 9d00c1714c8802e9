import { settledStates } from '@sillage/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { readRows } from './read-rows.ts';
import {
  type ColumnByUid,
  parameterTarget,
  parameterTargets,
  portableSettings,
  quoted,
  type TableByUid,
} from './tables-by-uid.ts';

/** The condition that keeps the rows of a table, under this alias, that whoever reads them is to have. */
export type Reach = (table: string, alias: string) => SQL;

/**
 * The rows of a table within reach, one JSON text a row, read in batches inside the caller's transaction. They name others by
 * uid; what is not within reach is named by none, and a row that cannot be without it is left out.
 */
export async function* readTable(tx: Queryable, table: TableByUid, reach: Reach): AsyncGenerator<string> {
  for await (const { line } of readRows(tx, selectLines(table, reach))) if (typeof line === 'string') yield line;
}

function selectLines(table: TableByUid, reach: Reach): SQL {
  const joins = table.columns
    .filter((column) => column.refersTo !== undefined)
    .map((column) => {
      const alias = aliasOf(column.name);
      const kind = sql.raw(column.notNull ? 'join' : 'left join');
      const foreign = sql.raw(`${quoted(column.refersTo ?? '')} ${alias}`);
      const key = sql.raw(`${alias}.id = t.${quoted(column.name)}`);
      return sql`${kind} ${foreign} on ${key} and ${reach(column.refersTo ?? '', alias)}`;
    });
  const values = table.columns.map(
    (column) => sql`${travelling(table, column, reach)} as ${sql.raw(quoted(column.name))}`,
  );
  const rows = sql`select ${sql.join(values, sql`, `)} from ${sql.raw(quoted(table.name))} t
    ${sql.join(joins, sql` `)} where ${reach(table.name, 't')} order by ${sql.raw(orderOf(table))}`;
  const complete =
    table.name === 'parameters' ? sql` where x.table_name = 'General' or x.target_id is not null` : sql``;
  return sql`select row_to_json(x)::text as line from (${rows}) x${complete}`;
}

const aliasOf = (column: string) => quoted(`of_${column}`);

function orderOf(table: TableByUid): string {
  const hasUid = table.columns.some(({ name }) => name === 'uid');
  return hasUid ? 't.id' : table.identity.map((column) => `t.${quoted(column)}`).join(', ');
}

function travelling(table: TableByUid, column: ColumnByUid, reach: Reach): SQL {
  const own = sql.raw(`t.${quoted(column.name)}`);
  if (column.refersTo !== undefined) return sql.raw(`${aliasOf(column.name)}.uid`);
  if (table.name === 'parameters' && column.name === parameterTarget) return targetUid(reach);
  if (table.name === 'settings' && column.name === 'value') {
    const fields = sql.join(
      portableSettings.fields.map((field) => sql`${field}`),
      sql`, `,
    );
    return sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(${own}) e
      where e.key in (${fields}))`;
  }
  // What is not complete when it leaves is decoded, as far as it goes, where it arrives.
  if (table.name === 'records' && column.name === 'decode_state') {
    const settled = sql.raw(settledStates.map((state) => `'${state}'`).join(', '));
    return sql`case when ${own} in (${settled}) then ${own} else 'waiting' end`;
  }
  switch (column.sqlType) {
    case 'timestamp with time zone':
      return sql`to_char(${own} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    case 'bytea':
      return sql`translate(encode(${own}, 'base64'), E'\n', '')`;
    default:
      return own;
  }
}

function targetUid(reach: Reach): SQL {
  const cases = Object.entries(parameterTargets).map(
    ([name, table]) =>
      sql`when ${sql.raw(`'${name}'`)} then (select p.uid from ${sql.raw(table)} p
        where p.id = t.target_id and ${reach(table, 'p')})`,
  );
  return sql`case t.table_name ${sql.join(cases, sql` `)} end`;
}
