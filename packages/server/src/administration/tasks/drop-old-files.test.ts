import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { keepOldFilesDropped } from './index.ts';
import { openTestTasks } from './open-test-tasks.ts';

const { tasks } = tables;
const { room, jobs, start, read, close } = await openTestTasks();
afterAll(close);

test('files that tasks keep for a time go then, those of other tasks stay, and so do the tasks', async () => {
  const describe = () =>
    jobs.describe().map((kind) => (kind.name === 'echo' ? { ...kind, fileKeptSeconds: 60 } : kind));
  const keeper = keepOldFilesDropped({
    db: room.db,
    jobs: { describe },
    folder: room.folder,
    log: createLog('silent'),
  });
  const [old, young] = [await start('admin', 'echo', { word: 'a' }), await start('admin', 'echo', { word: 'b' })];
  const other = await start('admin', 'secret');
  const ids = [old, young, other];
  await expect.poll(async () => (await Promise.all(ids.map((id) => read(id)))).every((one) => one.success)).toBe(true);
  for (const id of [old, other]) {
    await room.db.update(tasks).set({ endedAt: sql`now() - interval '61 seconds'` }).where(eq(tasks.id, id));
  }
  await keeper.drop();
  await keeper.close();
  expect(await Promise.all(ids.map(async (id) => (await read(id)).can_download))).toEqual([false, true, true]);
  expect(await room.folder.files.list('tasks')).toHaveLength(2);
});
