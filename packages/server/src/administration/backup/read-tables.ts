import type { BackupExport } from '@sillage/contract';
import { keptStates, type RecordState, settledStates, toUtcMs } from '@sillage/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import {
  type PortableTable,
  parameterTarget,
  parameterTargets,
  portableSettings,
  portableTables,
  quoted,
} from './portable-tables.ts';

/** Rows fetched at once. */
const rowsAtOnce = 500;

/** Which rows a backup holds. `clientId` null = all. */
export type BackupScope = Omit<BackupExport, 'client_id' | 'timezone'> & {
  readonly clientId: number | null;
  readonly timezone: string;
};

/** The rows of a table that are in a backup, one JSON text a row, read in batches inside the caller's transaction. */
export async function* readTable(tx: Queryable, table: PortableTable, scope: BackupScope): AsyncGenerator<string> {
  for await (const { line } of readRows(tx, selectLines(table, scope))) if (typeof line === 'string') yield line;
}

export interface RecordFile {
  readonly uid: string;
  readonly source: 'journal' | 'upload';
}

/** The records that are in a backup; some 100 bytes each in memory. */
export async function readRecordFiles(tx: Queryable, scope: BackupScope): Promise<RecordFile[]> {
  const selected = sql`select t.uid, t.source from records t where ${inScope('records', 't', scope)} order by t.id`;
  const found: RecordFile[] = [];
  for await (const { uid, source } of readRows(tx, selected)) {
    found.push({ uid: String(uid), source: source === 'journal' ? 'journal' : 'upload' });
  }
  return found;
}

/** The condition that a record's blocks do not come any more: one that is being received belongs to its device. */
export const isKept = (state: SQL): SQL => isIn(state, keptStates);

function isIn(state: SQL, states: readonly RecordState[]): SQL {
  return sql`${state} in (${sql.join(
    states.map((one) => sql`${one}`),
    sql`, `,
  )})`;
}

/** A query through a cursor: bounded memory for any number of rows. */
export async function* readRows(tx: Queryable, query: SQL): AsyncGenerator<Record<string, unknown>> {
  await tx.execute(sql`declare backup_rows no scroll cursor for ${query}`);
  try {
    for (;;) {
      const { rows } = await tx.execute(sql.raw(`fetch ${rowsAtOnce} from backup_rows`));
      yield* rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    // In a transaction that failed there is no cursor any more, and no command is heard.
    await tx.execute(sql`close backup_rows`).catch(() => undefined);
  }
}

function selectLines(table: PortableTable, scope: BackupScope): SQL {
  const joins = table.columns
    .filter((column) => column.refersTo !== undefined)
    .map((column) => {
      const alias = aliasOf(column.name);
      const reach = inScope(column.refersTo ?? '', alias, scope);
      const kind = sql.raw(column.notNull ? 'join' : 'left join');
      const foreign = sql.raw(`${quoted(column.refersTo ?? '')} ${alias}`);
      return sql`${kind} ${foreign} on ${sql.raw(`${alias}.id = t.${quoted(column.name)}`)} and ${reach}`;
    });
  const values = table.columns.map(
    (column) => sql`${exportedValue(table, column, scope)} as ${sql.raw(quoted(column.name))}`,
  );
  const rows = sql`select ${sql.join(values, sql`, `)} from ${sql.raw(quoted(table.name))} t
    ${sql.join(joins, sql` `)} where ${inScope(table.name, 't', scope)} order by ${sql.raw(orderOf(table))}`;
  const complete =
    table.name === 'parameters' ? sql` where x.table_name = 'General' or x.target_id is not null` : sql``;
  return sql`select row_to_json(x)::text as line from (${rows}) x${complete}`;
}

const aliasOf = (column: string) => quoted(`of_${column}`);

function orderOf(table: PortableTable): string {
  const hasId = table.kind === 'entity' || table.kind === 'added' || table.name === 'selections';
  return hasId ? 't.id' : table.identity.map((column) => `t.${quoted(column)}`).join(', ');
}

function exportedValue(table: PortableTable, column: PortableTable['columns'][number], scope: BackupScope): SQL {
  const own = sql.raw(`t.${quoted(column.name)}`);
  if (column.refersTo !== undefined) return sql.raw(`${aliasOf(column.name)}.uid`);
  if (table.name === 'parameters' && column.name === parameterTarget) return targetUid(scope);
  if (table.name === 'settings' && column.name === 'value') {
    const fields = sql.join(
      portableSettings.fields.map((field) => sql`${field}`),
      sql`, `,
    );
    return sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(${own}) e
      where e.key in (${fields}))`;
  }
  // What is not complete when it is exported is decoded, as far as it goes, where it is restored.
  if (table.name === 'records' && column.name === 'decode_state') {
    return sql`case when ${isIn(own, settledStates)} then ${own} else 'waiting' end`;
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

function targetUid(scope: BackupScope): SQL {
  const cases = Object.entries(parameterTargets).map(
    ([name, table]) =>
      sql`when ${sql.raw(`'${name}'`)} then (select p.uid from ${sql.raw(table)} p
        where p.id = t.target_id and ${inScope(table, 'p', scope)})`,
  );
  return sql`case t.table_name ${sql.join(cases, sql` `)} end`;
}

/** The condition that keeps the rows of a table, under this alias, that belong to a backup. */
function inScope(table: string, alias: string, scope: BackupScope): SQL {
  const { clientId } = scope;
  const of = (column: string) => sql.raw(`${alias}.${column}`);
  if (table === 'records') {
    const own = clientId === null ? sql`true` : sql`${of('client_id')} = ${clientId}`;
    return sql`${own} and ${withinDates(of('started_at'), scope)}`;
  }
  // The row of a firmware is of no use without its bytes.
  if (table === 'releases') return clientId === null && scope.with_files ? sql`true` : sql`false`;
  if (table === 'settings') return clientId === null ? sql`${of('key')} = ${portableSettings.key}` : sql`false`;
  if (clientId === null) return sql`true`;
  const uses = (join: string, column: string) =>
    sql`exists (select 1 from ${sql.raw(join)} u where ${sql.raw(`u.${column}`)} = ${of('id')} and u.client_id = ${clientId})`;
  switch (table) {
    case 'clients':
      return sql`${of('id')} = ${clientId}`;
    case 'sports':
      return sql`(${uses('client_sports', 'sport_id')} or ${uses('records', 'sport_id')})`;
    case 'sensors':
      return uses('client_sensors', 'sensor_id');
    case 'hubs':
      return uses('client_hubs', 'hub_id');
    case 'cloud_urls':
      return sql`false`;
    case 'parameters':
      return sql`${of('table_name')} in ('Client', 'User', 'Device')`;
  }
  const hasClient = portableTables.some(
    ({ name, columns }) => name === table && columns.some((column) => column.name === 'client_id'),
  );
  // Rows without a client of their own go with the rows that they refer to.
  return hasClient ? sql`${of('client_id')} = ${clientId}` : sql`true`;
}

/** Whole days in the backup's timezone, both inclusive, however long each is. */
function withinDates(column: SQL, { start, end, timezone }: BackupScope): SQL {
  const from = start === null ? sql`true` : sql`${column} >= ${beginOf(start, 0, timezone)}`;
  const to = end === null ? sql`true` : sql`${column} < ${beginOf(end, 1, timezone)}`;
  return sql`${from} and ${to}`;
}

const dayMs = 86_400e3;

/** The first moment of a day, or of one some days later. */
function beginOf(day: string, daysLater: number, timezone: string): SQL {
  const ms = toUtcMs(Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs, timezone);
  return sql`to_timestamp(${ms / 1000}::double precision)`;
}
