import { basename } from 'node:path';
import { type Refusal, refuse } from '@sillage/contract';
import { isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, tables } from '../../platform/database/index.ts';
import { type DataFolder, type Files, stored } from '../../platform/files/index.ts';
import { type Answer, fileAnswer } from '../../platform/http/index.ts';
import { hasFile } from './present-tasks.ts';
import type { TaskRow } from './see-tasks.ts';

const { tasks } = tables;

const WithFile = z.object({ file: z.string() });

/** The file that a task made, as a whole or in part. */
export async function downloadFile(files: Pick<Files, 'open'>, task: TaskRow): Promise<Answer | Refusal> {
  if (!hasFile(task)) return refuse('task.nothingToDownload');
  const file = await files.open(stored.task(task.resultFile));
  if (file === undefined) return refuse('task.nothingToDownload');
  return fileAnswer(file, 'application/octet-stream', task.resultName ?? task.resultFile);
}

/** Removes the files of a task: what it made and, when it was given one, what it worked on. */
export async function removeFiles(
  files: Pick<Files, 'delete'>,
  task: Pick<TaskRow, 'args' | 'resultFile'>,
): Promise<void> {
  for (const name of filesOf(task)) await files.delete(stored.task(name));
}

/** Names among the files of tasks; tasks of an earlier version were given a whole path. */
function filesOf({ args, resultFile }: Pick<TaskRow, 'args' | 'resultFile'>): string[] {
  const given = WithFile.safeParse(args).data?.file;
  const isOurs = given !== undefined && basename(given).startsWith(uploadPrefix);
  return [...(isOurs ? [basename(given)] : []), ...(resultFile === null ? [] : [basename(resultFile)])];
}

export const uploadPrefix = 'given-';

/** Removes files that no task has: of a crash between file and row, or of a client that was deleted. */
export async function sweepTaskFiles(db: Db, { files }: Pick<DataFolder, 'files'>): Promise<void> {
  const there = await files.list('tasks');
  if (there.length === 0) return;
  const rows = await db
    .select({ args: tasks.args, resultFile: tasks.resultFile })
    .from(tasks)
    .where(or(isNotNull(tasks.resultFile), sql`${tasks.args} ? 'file'`));
  const kept = new Set(rows.flatMap(filesOf));
  for (const name of there) if (!kept.has(name)) await files.delete(stored.task(name));
}
