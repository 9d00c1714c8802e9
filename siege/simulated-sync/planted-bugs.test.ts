import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { playRun } from './play-run.ts';

const sync = new URL('../../packages/server/src/sync/', import.meta.url);

it('hubs and their cloud come to the same rows, and lose and leak nothing, whatever befalls them', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { failures } = await playRun(seed);
    expect(failures.map((failure) => `seed ${seed}: ${failure}`)).toEqual([]);
  }
});

it('the same seed is the same run', async () => {
  const [one, again] = [await playRun(7), await playRun(7)];
  expect(again).toEqual(one);
});

it.for(plantedBugs)('there is a place to plant the bug: $name', async ({ file, from, to }) => {
  const source = await readFile(new URL(file, sync), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});
