import { expect, test } from 'vitest';
import { isProblem, readWholeFile } from '../index.ts';
import { zstdFrame } from '../make-test-zstd.ts';
import { utf8 } from '../recording.ts';

// Thrift's compact protocol, the part that these files need.
type Value = readonly [type: 5 | 6 | 8 | 9 | 12, bytes: readonly number[]];
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
const i32 = (value: number): Value => [5, varint(2 * value)];
const i64 = (value: number): Value => [6, varint(2 * value)];
const text = (value: string): Value => [8, [...varint(value.length), ...utf8(value)]];
const list = (values: readonly Value[]): Value => [
  9,
  [(values.length << 4) | (values[0]?.[0] ?? 12), ...values.flatMap(([, bytes]) => bytes)],
];
function struct(fields: Readonly<Record<number, Value>>): Value {
  let last = 0;
  const bytes = Object.entries(fields).flatMap(([key, [type, value]]) => {
    const head = ((Number(key) - last) << 4) | type;
    last = Number(key);
    return [head, ...value];
  });
  return [12, [...bytes, 0]];
}

const numbers = (values: readonly number[]) => [...new Uint8Array(Float64Array.from(values).buffer)];
const dataPage = (values: readonly number[]) => {
  const bytes = 8 * values.length;
  const page = struct({ 1: i32(values.length), 2: i32(0), 3: i32(3), 4: i32(3) });
  return [...struct({ 1: i32(0), 2: i32(bytes), 3: i32(bytes), 5: page })[1], ...numbers(values)];
};
/** Zeros, in a page that becomes as large as it says. */
const zeroPage = (rows: number, plainBytes: number) => {
  const packed = zstdFrame({ byte: 0, times: plainBytes });
  const page = struct({ 1: i32(rows), 2: i32(0), 3: i32(3), 4: i32(3) });
  const header = struct({ 1: i32(0), 2: i32(plainBytes), 3: i32(packed.length), 5: page })[1];
  return { codec: 6, pages: [...header, ...packed] };
};
const dictionaryPage = (values: readonly number[]) => {
  const bytes = 8 * values.length;
  const page = struct({ 1: i32(values.length), 2: i32(0) });
  return [...struct({ 1: i32(2), 2: i32(bytes), 3: i32(bytes), 7: page })[1], ...numbers(values)];
};

/** A file of doubles; the pages of each column, or another one whose bytes it names. `groups`: rows that more groups say to have. */
function parquet(
  rows: number,
  columns: Readonly<Record<string, readonly number[] | string | ReturnType<typeof zeroPage>>>,
  groups: readonly number[] = [],
): Uint8Array {
  const body: number[] = [...utf8('PAR1')];
  const places = new Map<string, { at: number; bytes: number; codec: number }>();
  for (const [name, given] of Object.entries(columns)) {
    if (typeof given === 'string') places.set(name, places.get(given) ?? { at: 0, bytes: 0, codec: 0 });
    else {
      const { codec, pages } = 'pages' in given ? given : { codec: 0, pages: given };
      places.set(name, { at: body.length, bytes: pages.length, codec });
      body.push(...pages);
    }
  }
  const chunks = [...places].map(([name, { at, bytes, codec }]) => {
    const about = { 1: i32(5), 2: list([i32(0)]), 3: list([text(name)]), 4: i32(codec), 5: i64(rows) };
    return struct({ 2: i64(0), 3: struct({ ...about, 6: i64(bytes), 7: i64(bytes), 9: i64(at) }) });
  });
  const leaves = [...places.keys()].map((name) => struct({ 1: i32(5), 3: i32(0), 4: text(name) }));
  const root = struct({ 4: text('schema'), 5: i32(leaves.length) });
  const group = struct({ 1: list(chunks), 2: i64(body.length), 3: i64(rows) });
  const others = groups.map((count) => struct({ 1: list([]), 2: i64(0), 3: i64(count) }));
  const footer = struct({ 1: i32(2), 2: list([root, ...leaves]), 3: i64(rows), 4: list([group, ...others]) })[1];
  return Uint8Array.from([
    ...body,
    ...footer,
    ...new Uint8Array(Uint32Array.of(footer.length).buffer),
    ...utf8('PAR1'),
  ]);
}

test('a file whose columns lie apart is read', () => {
  const recording = readWholeFile('parquet', parquet(2, { T: dataPage([0, 1]), x: dataPage([3, 4]) }));
  if (isProblem(recording)) throw new Error(recording.problem);
  expect([...(recording.modules[0]?.values[0] ?? [])]).toEqual([3, 4]);
});

test('one whose columns name the same bytes again and again is refused', () => {
  const rows = Array.from({ length: 100 }, (_, i) => i);
  const bytes = parquet(100, { T: dataPage(rows), x: 'T', y: 'T', z: 'T' });
  expect(readWholeFile('parquet', bytes)).toEqual({ problem: 'damagedHeader', reason: 'Parquet' });
});

test('a column with a second dictionary has no values', () => {
  const twice = [...dictionaryPage([1, 2]), ...dictionaryPage([1, 2]), ...dataPage([3, 4])];
  const bytes = parquet(2, { T: dataPage([0, 1]), x: twice, y: dataPage([5, 6]) });
  const recording = readWholeFile('parquet', bytes);
  if (isProblem(recording)) throw new Error(recording.problem);
  expect(recording.findings).toMatchObject([
    { type: 'WARN', msg: { en: expect.stringMatching(/^1 pieces of columns/) } },
  ]);
});

test('columns that would become more than a file of its size may have no values, those before them are kept', () => {
  const small = { T: dataPage([0, 1]), x: zeroPage(2, 7 << 20), y: zeroPage(2, 7 << 20) };
  for (const [columns, lost] of [
    [small, 0],
    [{ ...small, z: zeroPage(2, 7 << 20), u: dataPage([3, 4]) }, 1],
  ] as const) {
    const recording = readWholeFile('parquet', parquet(2, columns));
    if (isProblem(recording)) throw new Error(recording.problem);
    const values = recording.modules[0]?.values.map((column) => [...column]) ?? [];
    expect(values.filter((column) => column.every(Number.isNaN))).toHaveLength(lost);
    expect(recording.findings).toHaveLength(lost);
  }
});

test('moments out of order begin with the smallest, and are said to have been moved', () => {
  const moments = [1_750_000_002, 1_750_000_000, 1_750_000_001];
  const recording = readWholeFile('parquet', parquet(3, { time: dataPage(moments), x: dataPage([2, 0, 1]) }));
  if (isProblem(recording)) throw new Error(recording.problem);
  expect([...(recording.modules[0]?.timesSeconds ?? [])]).toEqual([0, 1, 2]);
  expect([...(recording.modules[0]?.values[0] ?? [])]).toEqual([0, 1, 2]);
  expect(recording.startUs).toBe(1_750_000_000_000_000);
  expect(recording.findings).toMatchObject([{ msg: { en: expect.stringMatching(/^The time goes back 1 times/) } }]);
});

test('row groups of more rows than are read together are counted; a file of nothing else is refused by name', () => {
  const columns = { T: dataPage([0, 1]), x: dataPage([3, 4]) };
  const recording = readWholeFile('parquet', parquet(2, columns, [2 ** 24 + 1, 0, 2 ** 25]));
  if (isProblem(recording)) throw new Error(recording.problem);
  expect([...(recording.modules[0]?.values[0] ?? [])]).toEqual([3, 4]);
  expect(recording.findings).toMatchObject([
    { type: 'WARN', msg: { en: expect.stringMatching(/^50331649 rows are in row groups of more than 16777216 rows/) } },
  ]);
  const tooLarge = readWholeFile('parquet', parquet(2 ** 24 + 1, columns));
  expect(tooLarge).toEqual({ problem: 'rowGroupTooLarge', most: 2 ** 24 });
});
