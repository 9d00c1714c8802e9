import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { isProblem, readRawFile, readWholeFile } from '@sillage/formats';
import { readDamaged } from '@sillage/formats/testing';
import { afterAll, expect, test } from 'vitest';
import { openTestExports } from './open-test-exports.ts';

const { room, raw, rawId, combinedId, uploaded, download } = await openTestExports();
const duckdb = await DuckDBConnection.create();
afterAll(() => {
  duckdb.closeSync();
  return room.close();
});

/** Of what is read: without it raw is the file that was uploaded. */
const whole = { body: { t0: 0, t1: 1e6 } };

test('a record that is downloaded as Parquet or MCAP and uploaded again has the same samples', async () => {
  const first = readRawFile(raw);
  if (isProblem(first)) throw new Error(first.problem);
  for (const type of ['parquet', 'mcap']) {
    const id = await uploaded(`again.${type}`, (await download(rawId, type)).bytes);
    const again = readRawFile((await download(id, 'raw', whole)).bytes);
    if (isProblem(again)) throw new Error(again.problem);
    expect(again.modules, type).toEqual(first.modules);
    if (type === 'mcap') expect(again.startUs).toBe(first.startUs);
  }
  const both = readRawFile(
    (await download(await uploaded('two.mcap', (await download(combinedId, 'mcap')).bytes), 'raw', whole)).bytes,
  );
  const two = readRawFile((await download(combinedId, 'raw', whole)).bytes);
  if (isProblem(both) || isProblem(two)) throw new Error('unreadable');
  expect(both.modules).toEqual(two.modules);
});

/** A file as DuckDB writes it. */
async function written(select: string, options: string): Promise<Buffer> {
  const path = join(room.folder.temporary, 'foreign.parquet');
  await duckdb.run(`COPY (${select}) TO '${path}' (FORMAT parquet, ${options})`);
  return readFile(path);
}

const moments = `SELECT epoch_ms(1750000000000 + i * 10) AS stamp, (i % 5)::INTEGER AS few, sin(i) AS x,
  CASE WHEN i % 3 = 0 THEN NULL ELSE i::FLOAT END AS gaps, 'text' AS word, (i * 1000000007)::BIGINT AS large,
  i % 2 = 0 AS even, (i / 4)::DECIMAL(9, 2) AS money FROM range(3000) AS t(i)`;

test.each([
  'CODEC uncompressed',
  'CODEC snappy',
  'CODEC zstd',
  'CODEC gzip',
  'CODEC lz4_raw',
  'CODEC brotli',
  'CODEC zstd, PARQUET_VERSION v2',
  'CODEC zstd, ROW_GROUP_SIZE 2048',
])('Parquet of another program is read: %s', async (options) => {
  const recording = readWholeFile('parquet', await written(moments, options));
  if (isProblem(recording)) throw new Error(recording.problem);
  expect(recording).toMatchObject({ startUs: 1_750_000_000_000_000, findings: [] });
  const [module] = recording.modules;
  expect(module?.rateHz).toBe(100);
  const columns = new Map(module?.columns.map(({ name }, c) => [name, [...(module.values[c] ?? [])]]));
  const rows = Array.from({ length: 3000 }, (_, i) => i);
  expect([...(module?.timesSeconds ?? [])]).toEqual(rows.map((i) => expect.closeTo(i / 100, 9)));
  expect(columns.get('few')).toEqual(rows.map((i) => i % 5));
  expect(columns.get('x')).toEqual(rows.map((i) => expect.closeTo(Math.sin(i), 12)));
  expect(columns.get('gaps')).toEqual(rows.map((i) => (i % 3 === 0 ? Number.NaN : i)));
  expect(columns.get('large')).toEqual(rows.map((i) => i * 1_000_000_007));
  expect(columns.get('even')).toEqual(rows.map((i) => Number(i % 2 === 0)));
  expect(columns.get('money')).toEqual(rows.map((i) => expect.closeTo(i / 4, 2)));
  expect(columns.has('word')).toBe(false);
});

test('rows out of order are put in order; a time in ms, or none with a rate', async () => {
  const back = readWholeFile(
    'parquet',
    await written('SELECT (9 - i) * 250 AS time_ms, i AS x FROM range(10) AS t(i)', 'CODEC zstd'),
  );
  if (isProblem(back)) throw new Error(back.problem);
  expect([...(back.modules[0]?.timesSeconds ?? [])]).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25]);
  expect([...(back.modules[0]?.values[0] ?? [])]).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const without = await written('SELECT i AS x FROM range(10) AS t(i)', 'CODEC zstd');
  expect(readWholeFile('parquet', without)).toEqual({ problem: 'noTime' });
  const steady = readWholeFile('parquet', without, { rateHz: 50 });
  expect(isProblem(steady) || steady.modules[0]?.timesSeconds[9]).toBe(0.18);
});

test('10,000 damaged Parquet files are a record of what is whole, or a problem', async () => {
  const select = moments.replace('3000', '60');
  let records = 0;
  for (const options of [
    'CODEC uncompressed',
    'CODEC snappy',
    'CODEC zstd',
    'CODEC gzip',
    'CODEC uncompressed, PARQUET_VERSION v2',
  ]) {
    records += readDamaged('parquet', await written(select, options), 2000);
  }
  expect(records).toBeGreaterThan(1000);
});

test('DuckDB reads a record that is downloaded as Parquet', async () => {
  const path = join(room.folder.temporary, 'ours.parquet');
  await writeFile(path, (await download(rawId, 'parquet')).bytes);
  const first = readRawFile(raw);
  if (isProblem(first)) throw new Error(first.problem);
  const [module] = first.modules;
  const rows = (await duckdb.runAndReadAll(`SELECT * FROM '${path}'`)).getRowsJS();
  const samples = [module?.timesSeconds ?? [], ...(module?.values ?? [])];
  expect(rows).toEqual(Array.from(module?.timesSeconds ?? [], (_, row) => samples.map((column) => column[row])));
});
