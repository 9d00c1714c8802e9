import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { readOlderRows } from './read-older-rows.ts';
import { BrokenRows, readRow } from './read-row.ts';
import {
  type ColumnByUid,
  parameterTarget,
  parameterTargets,
  quoted,
  type TableByUid,
  tablesByUid,
} from './tables-by-uid.ts';

/** A batch of rows sent to the database is about so large. */
const batchBytes = 1024 ** 2;

/** Rows of a table that came from another server. */
export interface GivenTable {
  readonly name: string;
  /** Rows of an older version lack some. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** One JSON text a row, of bounded length. */
  lines(): AsyncIterable<string>;
}

/** A table whose rows that came lie in a temporary table of the transaction. */
export interface StagedTable {
  readonly table: TableByUid;
  /** Columns that were given, or that can be told from them. */
  readonly columns: readonly ColumnByUid[];
}

/** The temporary table of the rows that came, as SQL: with uids where others are named. */
export const stagedRows = (table: string): string => quoted(`staged_${table}`);

/**
 * Parses every row into temporary tables that end with the transaction, and checks that rows are not there twice and
 * refer to rows that came, too. @throws BrokenRows; no table of the program was touched.
 */
export async function stageRows(
  tx: Queryable,
  given: readonly GivenTable[],
  signal: AbortSignal,
): Promise<StagedTable[]> {
  const staged: StagedTable[] = [];
  for (const one of given) {
    const table = tablesByUid.find(({ name }) => name === one.name);
    if (table === undefined) throw new BrokenRows(one.name);
    staged.push(await stageTable(tx, table, one, signal));
  }
  for (const one of staged) await checkTable(tx, one);
  return staged;
}

async function stageTable(
  tx: Queryable,
  table: TableByUid,
  from: GivenTable,
  signal: AbortSignal,
): Promise<StagedTable> {
  const given = table.columns.filter(({ name }) => from.columns.includes(name));
  const { columns, bring } = readOlderRows(table, given);
  const types = columns.map(({ name, sqlType }) => `${quoted(name)} ${sqlType}`);
  await tx.execute(sql.raw(`create temp table ${stagedRows(table.name)} (${types.join(', ')}) on commit drop`));
  let rows = 0;
  for await (const batch of batchesOf(from.lines())) {
    signal.throwIfAborted();
    const parsed = batch.map((line, at) => bring(readRow(table.name, given, line, rows + at + 1)));
    await insertBatch(tx, { table, columns }, parsed);
    rows += batch.length;
  }
  if (rows !== from.rows) throw new BrokenRows(`${table.name}: ${rows} ≠ ${from.rows}`);
  await tx.execute(sql.raw(`analyze ${stagedRows(table.name)}`));
  return { table, columns };
}

async function insertBatch(tx: Queryable, { table, columns }: StagedTable, rows: readonly unknown[]): Promise<void> {
  // Bytes travel as base64.
  const given = columns.map(({ name, sqlType }) => `${quoted(name)} ${sqlType === 'bytea' ? 'text' : sqlType}`);
  const values = columns.map(({ name, sqlType }) =>
    sqlType === 'bytea' ? `decode(r.${quoted(name)}, 'base64')` : `r.${quoted(name)}`,
  );
  await tx.execute(sql`insert into ${sql.raw(stagedRows(table.name))}
    select ${sql.raw(values.join(', '))} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(given.join(', '))})`);
}

/** Lines in batches of bounded size. */
async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let sizeBytes = 0;
  for await (const line of lines) {
    batch.push(line);
    sizeBytes += line.length;
    if (sizeBytes < batchBytes) continue;
    yield batch;
    batch = [];
    sizeBytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function checkTable(tx: Queryable, { table, columns }: StagedTable): Promise<void> {
  const staged = stagedRows(table.name);
  for (const unique of [['uid'], table.identity, table.natural]) {
    if (unique.length === 0 || !unique.every((name) => columns.some((column) => column.name === name))) continue;
    const same = unique.map(quoted).join(', ');
    // Nothing is the same as NULL, but General parameters have no target and must not be there twice either.
    const whole = unique === table.natural ? unique.map((name) => `${quoted(name)} is not null`).join(' and ') : 'true';
    const twice = await isThere(tx, `select 1 from ${staged} where ${whole} group by ${same} having count(*) > 1`);
    if (twice) throw new BrokenRows(`${table.name}: 2 × ${unique.join(', ')}`);
  }
  for (const { name, refersTo } of columns) {
    if (refersTo !== undefined) await checkReference(tx, table, name, refersTo, 'true');
  }
  if (table.name !== 'parameters') return;
  for (const [kind, target] of Object.entries(parameterTargets)) {
    const where = `s.table_name = '${kind}'`;
    const none = await isThere(tx, `select 1 from ${staged} s where ${where} and s.${parameterTarget} is null`);
    if (none) throw new BrokenRows(`parameters.${parameterTarget}`);
    await checkReference(tx, table, parameterTarget, target, where);
  }
}

async function checkReference(
  tx: Queryable,
  table: TableByUid,
  column: string,
  refersTo: string,
  where: string,
): Promise<void> {
  const key = `s.${quoted(column)}`;
  const foreign = stagedRows(refersTo);
  const absent = await isThere(
    tx,
    `select 1 from ${stagedRows(table.name)} s where ${where} and ${key} is not null
      and not exists (select 1 from ${foreign} f where f.uid = ${key})`,
  );
  if (absent) throw new BrokenRows(`${table.name}.${column}`);
}

async function isThere(tx: Queryable, query: string): Promise<boolean> {
  return (await tx.execute(sql.raw(`${query} limit 1`))).rows.length > 0;
}
