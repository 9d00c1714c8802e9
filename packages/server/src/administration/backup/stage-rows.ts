import { basename } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { maximumLineBytes, type TableSummary } from './manifest.ts';
import { damaged, type OpenedBackup } from './open-backup.ts';
import { type PortableTable, parameterTarget, parameterTargets, portableTables, quoted } from './portable-tables.ts';
import { readLines } from './read-lines.ts';
import { readOlderRows } from './read-older-rows.ts';
import { readRow } from './read-row.ts';

/** A batch of rows sent to the database is about so large. */
const batchBytes = 1024 ** 2;

/** A table of the backup whose rows lie in a temporary table of the transaction. */
export interface StagedTable {
  readonly table: PortableTable;
  /** Columns that the backup has, or that can be told from them. */
  readonly columns: PortableTable['columns'];
}

export const stagedName = (table: PortableTable): string => quoted(`backup_${table.name}`);

/**
 * Parses every row into temporary tables that end with the transaction, and checks that rows are not there twice and
 * refer to rows of the backup. @throws TaskRefused; no table of the program was touched.
 */
export async function stageRows(tx: Queryable, backup: OpenedBackup, signal: AbortSignal): Promise<StagedTable[]> {
  const staged: StagedTable[] = [];
  for (const summary of backup.manifest.tables) {
    const table = portableTables.find(({ name }) => name === summary.name);
    if (table === undefined) throw damaged(summary.name);
    staged.push(await stageTable(tx, table, summary, backup.tablePath(table.name), signal));
  }
  for (const one of staged) await checkTable(tx, one);
  return staged;
}

async function stageTable(
  tx: Queryable,
  table: PortableTable,
  summary: TableSummary,
  path: string,
  signal: AbortSignal,
): Promise<StagedTable> {
  const given = table.columns.filter(({ name }) => summary.columns.includes(name));
  const { columns, bring } = readOlderRows(table, given);
  const types = columns.map(({ name, sqlType }) => `${quoted(name)} ${sqlType}`);
  await tx.execute(sql.raw(`create temp table ${stagedName(table)} (${types.join(', ')}) on commit drop`));
  let rows = 0;
  for await (const batch of batchesOf(path)) {
    signal.throwIfAborted();
    const parsed = batch.map((line, at) => bring(readRow(table.name, given, line, rows + at + 1)));
    await insertBatch(tx, { table, columns }, parsed);
    rows += batch.length;
  }
  if (rows !== summary.rows) throw damaged(`${table.name}: ${rows} ≠ ${summary.rows}`);
  await tx.execute(sql.raw(`analyze ${stagedName(table)}`));
  return { table, columns };
}

async function insertBatch(tx: Queryable, { table, columns }: StagedTable, rows: readonly unknown[]): Promise<void> {
  // Bytes travel as base64.
  const given = columns.map(({ name, sqlType }) => `${quoted(name)} ${sqlType === 'bytea' ? 'text' : sqlType}`);
  const values = columns.map(({ name, sqlType }) =>
    sqlType === 'bytea' ? `decode(r.${quoted(name)}, 'base64')` : `r.${quoted(name)}`,
  );
  await tx.execute(sql`insert into ${sql.raw(stagedName(table))}
    select ${sql.raw(values.join(', '))} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(given.join(', '))})`);
}

/** Lines of a file in batches of bounded size; one line is bounded, too. */
async function* batchesOf(path: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let sizeBytes = 0;
  for await (const line of readLines(path, maximumLineBytes, () => damaged(basename(path)))) {
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
  const staged = stagedName(table);
  for (const unique of [table.identity, table.natural]) {
    if (unique.length === 0 || !unique.every((name) => columns.some((column) => column.name === name))) continue;
    const same = unique.map(quoted).join(', ');
    // Nothing is the same as NULL, but General parameters have no target and must not be there twice either.
    const whole = unique === table.natural ? unique.map((name) => `${quoted(name)} is not null`).join(' and ') : 'true';
    const twice = await isThere(tx, `select 1 from ${staged} where ${whole} group by ${same} having count(*) > 1`);
    if (twice) throw damaged(`${table.name}: 2 × ${unique.join(', ')}`);
  }
  for (const { name, refersTo } of columns) {
    if (refersTo !== undefined) await checkReference(tx, table, name, refersTo, 'true');
  }
  if (table.name !== 'parameters') return;
  for (const [kind, target] of Object.entries(parameterTargets)) {
    const where = `s.table_name = '${kind}'`;
    const none = await isThere(tx, `select 1 from ${staged} s where ${where} and s.${parameterTarget} is null`);
    if (none) throw damaged(`parameters.${parameterTarget}`);
    await checkReference(tx, table, parameterTarget, target, where);
  }
}

async function checkReference(
  tx: Queryable,
  table: PortableTable,
  column: string,
  refersTo: string,
  where: string,
): Promise<void> {
  const key = `s.${quoted(column)}`;
  const foreign = quoted(`backup_${refersTo}`);
  const absent = await isThere(
    tx,
    `select 1 from ${stagedName(table)} s where ${where} and ${key} is not null
      and not exists (select 1 from ${foreign} f where f.uid = ${key})`,
  );
  if (absent) throw damaged(`${table.name}.${column}`);
}

async function isThere(tx: Queryable, query: string): Promise<boolean> {
  return (await tx.execute(sql.raw(`${query} limit 1`))).rows.length > 0;
}
