import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { watchReader } from './watch-reader.ts';

afterEach(() => void vi.useRealTimers());

test('an answer that nobody takes is given up after a while, and does not end the program', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ended = vi.fn<() => void>();
  const bytes = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const watched = watchReader(bytes, ended);
  await vi.waitFor(() => expect(watched.readableLength).toBeGreaterThan(0));
  vi.advanceTimersByTime(4 * 60_000);
  expect(watched.destroyed).toBe(false);
  vi.advanceTimersByTime(2 * 60_000);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect([watched.destroyed, bytes.destroyed]).toEqual([true, true]);
});
