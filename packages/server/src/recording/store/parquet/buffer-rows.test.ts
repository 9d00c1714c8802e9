import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BufferedParquet } from './buffer-rows.ts';
import { type ColumnBody, rowGroupRows } from './write-parquet.ts';

const folder = await mkdtemp(join(tmpdir(), 'sillage-rows-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('memory of rows is given back when they outgrow it, and when all are written, not when the collector looks', async () => {
  const parts: ColumnBody[] = [];
  const path = join(folder, 'rows.parquet');
  const bufferBytes = () => rowGroupRows * 8;
  const columns = [{ name: 'T', type: 'DOUBLE' } as const];
  const written = new BufferedParquet(
    path,
    columns,
    bufferBytes,
    () => {},
    async ([body]) => {
      if (body) parts.push(body);
    },
  );
  const rows = Float64Array.from({ length: 100_000 }, (_, i) => i);
  for (let part = 0; part < 3; part++) await written.append([rows], 0, rows.length);
  expect(parts.map(({ length }) => length)).toEqual([rowGroupRows]);
  await written.finish({});
  expect(parts.map(({ length }) => length)).toEqual([0, 0]);
  expect(rows.length).toBe(100_000);
});
