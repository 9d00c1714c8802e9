import { randomUUID } from 'node:crypto';
import { Id, isRefusal, type Permission, type Refusal, refuse, scopeOf, type TaskCreated } from '@sillage/contract';
import { z } from 'zod';
import type { Db } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { fieldCodes, type Principal, type UploadedFile, type Viewer } from '../../platform/http/index.ts';
import type { JobDescription, Jobs } from '../../platform/jobs/index.ts';
import { clientOfNew } from '../tenancy/index.ts';
import { uploadPrefix } from './task-files.ts';

interface Wanted {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly client_id?: number | null | undefined;
  readonly rec_id?: number | null | undefined;
  readonly rec_ids?: readonly number[] | null | undefined;
}

/** A kind of task that a room starts in its own way, for records that the caller may do it to. */
export interface TaskOfRecords {
  readonly name: string;
  readonly permission: Permission;
  /** What somebody would send, without any records. */
  readonly defaultArgs: Readonly<Record<string, unknown>>;
  /** @param args as they were sent: the room says which are wrong */
  start(asker: Asker & Viewer, args: unknown): Promise<z.infer<typeof TaskCreated> | Refusal>;
}
const OfRecords = z
  .strictObject({ rec_id: Id.optional(), rec_ids: z.array(Id).max(100).optional() })
  .transform(({ rec_id, rec_ids = [] }) => [...new Set(rec_id === undefined ? rec_ids : [rec_id, ...rec_ids])])
  .refine((ids) => ids.length > 0, { error: 'required', path: ['rec_ids'] });

/** Starts a task for each of the records `rec_id` and `rec_ids`. */
export function forEachRecord(
  start: (asker: Asker & Viewer, recordId: number) => Promise<{ readonly task_id: number } | Refusal>,
): Pick<TaskOfRecords, 'defaultArgs' | 'start'> {
  return {
    defaultArgs: { rec_ids: [] },
    async start(asker, args) {
      const recordIds = OfRecords.safeParse(args);
      if (!recordIds.success) return refuse('request.invalid', {}, fieldCodes(inArgs(recordIds.error.issues)));
      const begun: number[] = [];
      for (const id of recordIds.data) {
        const task = await start(asker, id);
        if (isRefusal(task)) return task;
        begun.push(task.task_id);
      }
      const [first] = begun;
      if (first === undefined) return refuse('request.invalid', {}, { 'args.rec_ids': 'required' });
      return { task_id: first, ...(begun.length > 1 && { task_ids: begun }) };
    },
  };
}

interface Dependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly ofRecords: readonly TaskOfRecords[];
}

export interface Asker {
  readonly principal: Principal;
  /** Names the browser. */
  readonly frontUid: string | undefined;
}

/** Starts a task that people may start, in the caller's name; an uploaded file becomes the task's. */
export async function createTask(
  { db, jobs, folder: { files }, ofRecords }: Dependencies,
  { principal, frontUid }: Asker,
  given: Wanted,
  upload: UploadedFile | undefined,
): Promise<z.infer<typeof TaskCreated> | Refusal> {
  const wanted = withRecords(given);
  const aboutRecords = ofRecords.find(({ name }) => name === wanted.name);
  if (aboutRecords !== undefined) {
    const scope = scopeOf(principal.roles, aboutRecords.permission);
    return scope === undefined
      ? refuse('permission.denied')
      : aboutRecords.start({ principal, frontUid, scope }, wanted.args);
  }
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
  const file = `${uploadPrefix}${randomUUID()}`;
  const args = { ...wanted.args, file, filename: upload.filename };
  const wrong = await checked(kind, args);
  if (isRefusal(wrong)) return wrong;
  await files.place({ from: upload.path, to: stored.task(file) });
  try {
    return { task_id: await jobs.enqueue(kind.name, args, about) };
  } catch (problem) {
    await files.delete(stored.task(file));
    throw problem;
  }
}

function withRecords({ rec_id, rec_ids, ...wanted }: Wanted): Wanted {
  const named = { ...(rec_id != null && { rec_id }), ...(rec_ids != null && { rec_ids }) };
  return { ...wanted, args: { ...wanted.args, ...named } };
}

const inArgs = (issues: readonly z.core.$ZodIssue[]) =>
  issues.map((issue) => ({ ...issue, path: ['args', ...issue.path] }));

async function checked(kind: JobDescription, args: unknown): Promise<Refusal | undefined> {
  const issues = inArgs(kind.check(args));
  return issues.length === 0 ? kind.refusal(args) : refuse('request.invalid', {}, fieldCodes(issues));
}

/** Those who reach everything may start a task of no client. */
async function clientOf(db: Db, viewer: Parameters<typeof clientOfNew>[1], asked: number | null | undefined) {
  if (viewer.scope === 'everything' && (asked === null || asked === undefined)) return null;
  return clientOfNew(db, viewer, asked ?? undefined);
}
