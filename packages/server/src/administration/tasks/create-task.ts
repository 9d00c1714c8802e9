import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRefusal, type Refusal, refuse, scopeOf } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { fieldCodes, type Principal, type UploadedFile } from '../../platform/http/index.ts';
import type { JobDescription, Jobs } from '../../platform/jobs/index.ts';
import { clientOfNew } from '../tenancy/index.ts';
import { uploadPrefix } from './task-files.ts';

interface Wanted {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly client_id?: number | null | undefined;
}

interface CreateTools {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly folder: Pick<DataFolder, 'tasks'>;
}

interface Asker {
  readonly principal: Principal;
  /** Names the browser. */
  readonly frontUid: string | undefined;
}

/** Starts a task that people may start, in the caller's name; an uploaded file becomes the task's. */
export async function createTask(
  { db, jobs, folder }: CreateTools,
  { principal, frontUid }: Asker,
  wanted: Wanted,
  upload: UploadedFile | undefined,
): Promise<{ task_id: number } | Refusal> {
  const kind = jobs.describe().find(({ name }) => name === wanted.name);
  if (kind?.startable === undefined) return refuse('task.unknown', { name: wanted.name }, { name: 'unknown' });
  const scope = scopeOf(principal.roles, kind.startable.permission);
  if (scope === undefined) return refuse('permission.denied');
  const clientId = await clientOf(db, { principal, scope }, wanted.client_id);
  if (isRefusal(clientId)) return clientId;
  const about = { clientId, callerFrontUid: frontUid, userId: principal.userId };
  if (kind.startable.withFile !== true) {
    return (await checked(kind, wanted.args)) ?? { task_id: await jobs.enqueue(kind.name, wanted.args, about) };
  }
  if (upload === undefined) return refuse('task.needsFile', {}, { file: 'required' });
  const file = join(folder.tasks, `${uploadPrefix}${randomUUID()}`);
  const args = { ...wanted.args, file, filename: upload.filename };
  const wrong = await checked(kind, args);
  if (wrong !== undefined) return wrong;
  await rename(upload.path, file);
  try {
    return { task_id: await jobs.enqueue(kind.name, args, about) };
  } catch (problem) {
    await rm(file, { force: true });
    throw problem;
  }
}

async function checked(kind: JobDescription, args: unknown): Promise<Refusal | undefined> {
  const issues = kind.check(args).map((issue) => ({ ...issue, path: ['args', ...issue.path] }));
  return issues.length === 0 ? kind.refusal(args) : refuse('request.invalid', {}, fieldCodes(issues));
}

/** Those who reach everything may start a task of no client. */
async function clientOf(db: Db, viewer: Parameters<typeof clientOfNew>[1], asked: number | null | undefined) {
  if (viewer.scope === 'everything' && (asked === null || asked === undefined)) return null;
  return clientOfNew(db, viewer, asked ?? undefined);
}
