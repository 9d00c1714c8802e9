import { expect, test } from 'vitest';
import type { SampleChunk } from '../store/index.ts';
import { besideOneAnother } from './join-columns.ts';

async function* chunks(...rows: number[][]): AsyncGenerator<SampleChunk> {
  for (const values of rows) yield { timesSeconds: Float64Array.from(values), columns: [Float64Array.from(values)] };
}

test('columns lie beside one another whatever comes at once; one that ends early is no column of nothing', async () => {
  const joined = async (other: AsyncIterable<SampleChunk>) => {
    const all: number[][] = [];
    for await (const { columns } of besideOneAnother(chunks([1, 2], [3]), [other])) {
      all.push(columns.flatMap((column) => [...column]));
    }
    return all;
  };
  expect(await joined(chunks([1], [2, 3]))).toEqual([
    [1, 2, 1, 2],
    [3, 3],
  ]);
  await expect(joined(chunks([1, 2]))).rejects.toThrow('fewer rows');
  await expect(joined(chunks())).rejects.toThrow('fewer rows');
});
