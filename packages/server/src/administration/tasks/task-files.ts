import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Refusal, refuse } from '@sillage/contract';
import { isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, tables } from '../../platform/database/index.ts';
import { type DataFolder, openStoredFile } from '../../platform/files/index.ts';
import { type Answer, fileAnswer } from '../../platform/http/index.ts';
import { hasFile } from './present-tasks.ts';
import type { TaskRow } from './see-tasks.ts';

const { tasks } = tables;
type Folder = Pick<DataFolder, 'tasks'>;

const WithFile = z.object({ file: z.string() });

/** The file that a task made, as a whole or in part. */
export async function downloadFile(folder: Folder, task: TaskRow): Promise<Answer | Refusal> {
  if (!hasFile(task)) return refuse('task.nothingToDownload');
  const file = await openStoredFile(join(folder.tasks, task.resultFile));
  if (file === undefined) return refuse('task.nothingToDownload');
  return fileAnswer(file, 'application/octet-stream', task.resultName ?? task.resultFile);
}

/** Removes the files of a task: what it made and, when it was given one, what it worked on. */
export async function removeFiles(folder: Folder, task: Pick<TaskRow, 'args' | 'resultFile'>): Promise<void> {
  for (const name of filesOf(task)) await rm(join(folder.tasks, name), { force: true });
}

/** Names under the tasks folder; never a path out of it. */
function filesOf({ args, resultFile }: Pick<TaskRow, 'args' | 'resultFile'>): string[] {
  const given = WithFile.safeParse(args).data?.file;
  const isOurs = given !== undefined && basename(given).startsWith(uploadPrefix);
  return [...(isOurs ? [basename(given)] : []), ...(resultFile === null ? [] : [basename(resultFile)])];
}

export const uploadPrefix = 'given-';

/** Removes files that no task has: of a crash between file and row, or of a client that was deleted. */
export async function sweepTaskFiles(db: Db, folder: Folder): Promise<void> {
  const there = await readdir(folder.tasks).catch(() => []);
  if (there.length === 0) return;
  const rows = await db
    .select({ args: tasks.args, resultFile: tasks.resultFile })
    .from(tasks)
    .where(or(isNotNull(tasks.resultFile), sql`${tasks.args} ? 'file'`));
  const kept = new Set(rows.flatMap(filesOf));
  for (const name of there) if (!kept.has(name)) await rm(join(folder.tasks, name), { force: true, recursive: true });
}
