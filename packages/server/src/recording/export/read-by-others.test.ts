import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBConnection } from '@duckdb/node-api';
import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestExports, unzipped } from './open-test-exports.ts';

// What is downloaded is read by programs that are no part of this one, and so is the file that was uploaded.

const { room, manager, uploaded, download } = await openTestExports();
const duckdb = await DuckDBConnection.create();
afterAll(() => {
  duckdb.closeSync();
  return room.close();
});

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../testkit/fixtures/10_rowing_nk_rp3/${name}`, import.meta.url));
/** A table of strokes with gaps, and a module of their forces. */
const strokes = fixture('rp3_curve.csv');
const oarlock = fixture('EmpowerSpeedCoachForce.csv');
let id: number;
beforeAll(async () => {
  id = await uploaded('rp3.csv', await readFile(strokes));
});

const sameNumber = (one: unknown, other: unknown) => Number(one ?? 0) === Number(other ?? 0);
type Rows = Readonly<Record<string, unknown>>[];
const asked = async (sql: string): Promise<Rows> => (await duckdb.runAndReadAll(sql)).getRowObjectsJS();

/** Where DuckDB finds a file of a download. */
async function laid(name: string, bytes: Buffer | undefined): Promise<string> {
  const path = join(room.folder.temporary, name.replaceAll('/', '-'));
  await writeFile(path, bytes ?? Buffer.alloc(0));
  return path;
}

/** Where the tables of a zip lie, by the modules that they are of. */
async function tables(bytes: Buffer): Promise<Map<string, string>> {
  const files = Object.entries(await unzipped(bytes));
  const paths = files.map(async ([name, file]) => [name.replace(/\..*/, ''), await laid(name, file)] as const);
  return new Map(await Promise.all(paths));
}

/** A column as bytes; its unit, if it has one in its name, is not said. */
async function column(table: string | undefined, name: string): Promise<Buffer> {
  const rows = await duckdb.runAndReadAll(`SELECT COLUMNS('^${name}( \\(|$)')::DOUBLE FROM '${table}'`);
  return bytesOf((rows.getColumnsJS()[0] ?? []).map((value) => (value === null ? Number.NaN : Number(value))));
}
const bytesOf = (values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer);
const withoutGaps = (bytes: Buffer) =>
  bytesOf([...new Float64Array(bytes.buffer)].filter((value) => !Number.isNaN(value)));
const namesOf = async (table: string) =>
  (await asked(`DESCRIBE SELECT * FROM '${table}'`)).map(({ column_name }) => String(column_name));

test('Parquet and CSV hold, for DuckDB, what DuckDB reads in the file that was uploaded', async () => {
  const source = await asked(`SELECT power, peak_force, curve_data FROM '${strokes}'`);
  const forces = source.flatMap(({ curve_data }) => String(curve_data).split(',').map(Number));
  const parquet = await tables((await download(id, 'parquet')).bytes);
  const csv = await tables((await download(id, 'decoded')).bytes);
  expect([...parquet.keys()]).toEqual(['rp3', 'rp3_curve']);
  for (const found of [parquet, csv]) {
    const values = async (module: string, name: string) => withoutGaps(await column(found.get(module), name));
    const theirs = (name: string) => bytesOf(source.map((row) => Number(row[name])));
    expect((await values('rp3', 'power')).equals(theirs('power'))).toBe(true);
    expect((await values('rp3', 'force_max')).equals(theirs('peak_force'))).toBe(true);
    const known = forces.filter((force) => Number.isFinite(force) && force !== -32768);
    expect((await values('rp3_curve', 'force')).equals(bytesOf(known))).toBe(true);
  }
  for (const [module, table] of parquet) {
    const other = csv.get(module);
    expect((await namesOf(other ?? '')).map((name) => name.replace(/ \(.*/, ''))).toEqual(await namesOf(table));
    for (const [one, two] of [
      [table, other],
      [other, table],
    ]) {
      const different = `SELECT count(*)::INTEGER AS rows FROM (SELECT * FROM '${one}' EXCEPT ALL SELECT * FROM '${two}')`;
      expect(await asked(different)).toEqual([{ rows: 0 }]);
    }
  }
});

/** The frames of a raw device file, as its description says that they are. */
function framesOf(bytes: Buffer): Record<string, Record<string, number>[]> {
  const mark = (name: string) => bytes.indexOf(`<== ${name} ==>\n`);
  const { description, modules } = JSON.parse(bytes.subarray(mark('description') + 20, mark('calibration')).toString());
  const found: Record<string, Record<string, number>[]> = {};
  for (let at = mark('data') + 13; at < bytes.length; ) {
    const [name, module] =
      Object.entries<{ id: number; description: { name: string; type: string }[] }>(modules).find(
        ([, { id }]) => id === bytes[at],
      ) ?? [];
    if (name === undefined) throw new Error(`no module ${bytes[at]}`);
    const frame: Record<string, number> = {};
    for (const field of module?.description ?? []) {
      const [read, size] = {
        uint8: [() => bytes.readUInt8(at), 1] as const,
        uint64: [() => Number(bytes.readBigUInt64LE(at)), 8] as const,
        float32: [() => bytes.readFloatLE(at), 4] as const,
        float64: [() => bytes.readDoubleLE(at), 8] as const,
      }[field.type] ?? [() => Number.NaN, Number.POSITIVE_INFINITY];
      frame[field.name] = read();
      at += size;
    }
    const list = found[name] ?? [];
    found[name] = list;
    list.push({ ...frame, T: ((frame.time ?? Number.NaN) - description.epochUs) / 1e6 });
  }
  return found;
}

test('raw of a stretch holds the same, read frame by frame as its description says', async () => {
  const parquet = await tables((await download(id, 'parquet')).bytes);
  const frames = framesOf((await download(id, 'raw', { body: { t0: 0, t1: 1e6 } })).bytes);
  expect(Object.keys(frames).sort()).toEqual([...parquet.keys()]);
  for (const [module, table] of parquet) {
    for (const name of await namesOf(table)) {
      const values = (frames[module] ?? []).map((frame) => frame[name] ?? Number.POSITIVE_INFINITY);
      const wanted = await column(table, name);
      if (name !== 'T') {
        expect(bytesOf(values).equals(wanted), name).toBe(true);
        continue;
      }
      const apart = [...new Float64Array(wanted.buffer)].map((t, i) => Math.abs((values[i] ?? Number.NaN) - t));
      // Times to the µs.
      expect(apart.every((seconds) => seconds <= 0.5001e-6)).toBe(true);
    }
  }
});

/** What DuckDB computes of the rows of a Parquet file. */
async function figuresOf(parquet: string, name: string, window: string) {
  const of = `"${name}"`;
  const [row] = await asked(
    `SELECT count(${of})::INTEGER AS num, avg(${of}) AS mean, stddev_samp(${of}) AS std, min(${of}) AS min, max(${of}) AS max
     FROM '${parquet}' WHERE ${window}`,
  );
  return Object.values(row ?? {}).map((value) => (value === null ? null : Number(value)));
}

function expectClose(found: readonly (number | null)[], wanted: readonly (number | null)[], about: string): void {
  for (const [i, value] of wanted.entries()) {
    const least = Math.max(1, Math.abs(value ?? 0)) * 1e-9;
    if (value === null) expect(found[i], about).toBeNull();
    else expect(Math.abs((found[i] ?? Number.NaN) - value), `${about} ${i}`).toBeLessThan(least);
  }
}

test('the zip tells selections, statistics, errors and steps as they are', async () => {
  const of = await uploaded('oarlock.csv', await readFile(oarlock));
  await room.call(api.cropRecord, manager, { params: { id: of }, body: { start: 100, end: 900 } });
  await room.decoded();
  for (const [t0, t1] of [
    [120, 240.5],
    [300, 301],
  ] as const) {
    await room.call(api.createSelection, manager, { params: { id: of }, body: { t0, t1, exercise: `from ${t0}` } });
  }
  const files = await unzipped((await download(of, 'zip')).bytes);
  expect(files['raw.csv']?.equals(await readFile(oarlock))).toBe(true);
  const known = JSON.parse(String(files['record.json']));
  const own = known.selections.slice(-2);
  expect(own).toMatchObject([
    { t0: 120, t1: 240.5, exercise: 'from 120' },
    { t0: 300, t1: 301, exercise: 'from 300' },
  ]);
  expect(known.errors.map(({ type, msg }: { type: string; msg: { en: string } }) => [type, msg.en])).toEqual([
    ['WARN', 'Rows without a time, put between their neighbours: 16.'],
    ['WARN', expect.stringContaining('10/06/2019 14:02')],
  ]);
  expect(known.history.steps).toMatchObject([{ kind: 'crop', arguments: { start: 100, end: 900 }, on: true }]);
  expect(known.history.deeds).toMatchObject([{ deed: 'added', kind: 'crop' }]);

  const parquet = await laid('nk.parquet', files['parquet/nk.parquet']);
  const rows = await asked(`SELECT * FROM '${await laid('stats.csv', files['stats.csv'])}'`);
  const blocks = JSON.parse(String(files['stats.json']));
  const windows = [null, ...known.selections];
  expect(blocks.length).toBe(windows.length);
  for (const [i, selection] of windows.entries()) {
    const window = selection === null ? 'true' : `T >= ${selection.t0} AND T <= ${selection.t1}`;
    for (const { variable, num, mean, std, min, max } of blocks[i].variables) {
      const wanted = await figuresOf(parquet, variable.split('.')[1], window);
      expectClose([num, mean, std, min, max], wanted, `${variable} of ${selection?.num}`);
      const row = rows.find((one) => one.variable === variable && sameNumber(one.selection, selection?.num));
      const cells = ['num', 'mean', 'std', 'min', 'max'].map((name) => row?.[name]);
      expectClose(
        cells.map((cell) => (cell === null ? null : Number(cell))),
        wanted,
        `${variable} in CSV`,
      );
    }
  }
});
