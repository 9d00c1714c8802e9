import { expect, it, vi } from 'vitest';
import { writeAtLast } from './write-at-last.ts';

it('what a full database refuses for an hour is tried ever more rarely, said once a minute, and written in the end', async () => {
  let nowMs = 0;
  const tries: number[] = [];
  const warn = vi.fn();
  const write = async () => {
    tries.push(nowMs);
    if (nowMs < 3_600_000) throw new Error('no space');
  };
  const options = { clock: { monotonicMs: () => nowMs }, log: { warn }, closed: new AbortController().signal };
  await writeAtLast(write, options, async (ms) => {
    nowMs += ms;
  });
  expect(tries.slice(0, 4)).toEqual([0, 1000, 3000, 7000]);
  expect(tries.length).toBeLessThan(70);
  expect(warn.mock.calls.length).toBeLessThanOrEqual(61);
  expect(nowMs).toBeLessThan(3_660_000);
});

it('nothing is tried again once nothing is written any more', async () => {
  const closing = new AbortController();
  const write = vi.fn(async () => {
    closing.abort();
    throw new Error('closed');
  });
  const options = { clock: { monotonicMs: () => 0 }, log: { warn: vi.fn() }, closed: closing.signal };
  await expect(writeAtLast(write, options)).rejects.toThrow('closed');
  expect(write).toHaveBeenCalledOnce();
});
