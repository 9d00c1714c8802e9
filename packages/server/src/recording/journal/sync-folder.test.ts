import { expect, it } from 'vitest';
import { syncFolderOnce } from './sync-folder.ts';

it('covers all changes before it began with one sync, those after with another, and tells whose failed', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const folder = syncFolderOnce(
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  const early = Array.from({ length: 50 }, () => folder.changed());
  const first = Promise.all(early.map((synced) => synced()));
  const late = [folder.changed(), folder.changed()];
  const second = Promise.allSettled(late.map((synced) => synced()));
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  expect(ends).toHaveLength(2);
  ends[1]?.(new Error('EIO'));
  await Promise.resolve();
  while (ends.length < 3) await new Promise((resolve) => setImmediate(resolve));
  ends[2]?.();
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await early[0]?.();
  expect(ends).toHaveLength(3);
});
