import { taskStates } from '@sillage/contract';
import { eq, inArray } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { removeFiles } from './task-files.ts';

const { tasks } = tables;
const state = (name: (typeof taskStates)[number]) => taskStates.indexOf(name);
const ended = [state('Done'), state('Error'), state('Archived')];

interface Dependencies {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'cancel'>;
  readonly folder: Pick<DataFolder, 'files'>;
}

/** Tasks deleted at once. */
const tasksAtOnce = 500;

/** Ends and deletes every task of a client with its files, before the client itself is deleted. */
export async function deleteTasksOfClient({ db, jobs, folder }: Dependencies, clientId: number): Promise<void> {
  for (;;) {
    const some = await db
      .select({ id: tasks.id, executing: tasks.executing })
      .from(tasks)
      .where(eq(tasks.clientId, clientId))
      .limit(tasksAtOnce);
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    // What one that still runs would write is ignored then.
    for (const { id, executing } of some) if (!ended.includes(executing)) await jobs.cancel(id, { force: true });
    const gone = await db
      .delete(tasks)
      .where(inArray(tasks.id, ids))
      .returning({ args: tasks.args, resultFile: tasks.resultFile });
    for (const task of gone) await removeFiles(folder.files, task);
  }
}
