import { api, isRefusal, type Refusal, refuse, type Scope, scopeOf, taskStates } from '@sillage/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { frontUidOf, type Principal, type Serve, type Viewer } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createTask, type TaskOfRecords } from './create-task.ts';
import { countTasks, listTaskStatus, listTasks } from './list-tasks.ts';
import { presentTasks } from './present-tasks.ts';
import { findTask, mayDownload, mayHandle, type TaskRow, type VisibleRecords } from './see-tasks.ts';
import { downloadFile, removeFiles } from './task-files.ts';

const { tasks } = tables;
const state = (name: (typeof taskStates)[number]) => taskStates.indexOf(name);
const ended = [state('Done'), state('Error')];

interface Dependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly clock: Clock;
  readonly visibleRecords: VisibleRecords;
  readonly ofRecords: readonly TaskOfRecords[];
}

interface From {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}
const viewerOf = ({ principal, scope }: From): Viewer => ({ principal, scope });

/** The queue of tasks as people see and handle it. */
export function taskRoutes(serve: Serve, dependencies: Dependencies): void {
  listRoutes(serve, dependencies);
  createRoutes(serve, dependencies);
  actionRoutes(serve, dependencies);
}

function listRoutes(serve: Serve, { db, jobs, clock, visibleRecords, ofRecords }: Dependencies): void {
  const present = (viewer: Viewer, rows: readonly TaskRow[]) =>
    presentTasks({ db, jobs, nowMs: clock.nowMs(), visibleRecords }, viewer, rows);
  serve(api.listTasks, async (call) => {
    const { rows, total, isEstimate } = await listTasks(db, viewerOf(call), visibleRecords, call.body);
    const items = await present(viewerOf(call), rows);
    return { items, total, ...(isEstimate && { total_is_estimate: true }) };
  });
  serve(api.countTasks, async (call) => ({ counts: await countTasks(db, viewerOf(call), visibleRecords) }));
  serve(api.listTaskStatus, async (call) =>
    present(viewerOf(call), await listTaskStatus(db, viewerOf(call), visibleRecords, call.query)),
  );
  serve(api.readTaskInfos, async ({ principal }) => ({
    tasks: jobs.describe().map(({ name, displayName, startable }) => {
      const ofARoom = ofRecords.find((one) => one.name === name);
      const permission = startable?.permission ?? ofARoom?.permission;
      return {
        name,
        display_name: displayName,
        startable: permission !== undefined && scopeOf(principal.roles, permission) !== undefined,
        default_args: { ...ofARoom?.defaultArgs, ...startable?.defaultArgs },
        with_file: startable?.withFile === true,
      };
    }),
    executing_str_table: [...taskStates],
  }));
}

function createRoutes(serve: Serve, dependencies: Dependencies): void {
  const askerOf = ({ principal, headers }: Pick<From, 'principal' | 'headers'>) => ({
    principal,
    frontUid: frontUidOf(headers),
  });
  serve(api.createTask, (call) => createTask(dependencies, askerOf(call), call.body, undefined));
  serve(api.createTaskWithFile, (call) => createTask(dependencies, askerOf(call), call.body, call.file));
}

function actionRoutes(serve: Serve, { db, jobs, folder, clock, visibleRecords }: Dependencies): void {
  const find = async (call: From & { readonly params: { readonly id: number } }): Promise<TaskRow | Refusal> => {
    const task = await findTask(db, viewerOf(call), visibleRecords, call.params.id);
    if (isRefusal(task)) return task;
    return mayHandle(jobs, viewerOf(call), task) ? task : refuse('permission.denied');
  };
  const now = async (call: From & { readonly params: { readonly id: number } }) => {
    const task = await findTask(db, viewerOf(call), visibleRecords, call.params.id);
    if (isRefusal(task)) return task;
    const [presented] = await presentTasks({ db, jobs, nowMs: clock.nowMs(), visibleRecords }, viewerOf(call), [task]);
    return presented ?? refuse('entity.notFound');
  };

  serve(api.restartTask, async (call) => {
    const task = await find(call);
    if (isRefusal(task)) return task;
    if (!(await jobs.restart(task.id))) return refuse('task.notFinished');
    await removeFiles(folder.files, { args: null, resultFile: task.resultFile });
    return now(call);
  });
  serve(api.cancelTask, async (call) => {
    const task = await find(call);
    if (isRefusal(task)) return task;
    return (await jobs.cancel(task.id, { force: call.query.force })) ? now(call) : refuse('task.finished');
  });
  serve(api.archiveTask, async (call) => {
    const task = await find(call);
    if (isRefusal(task)) return task;
    const rows = await db
      .update(tasks)
      .set({ executing: state('Archived') })
      .where(and(eq(tasks.id, task.id), inArray(tasks.executing, [...ended, state('Archived')])))
      .returning({ id: tasks.id });
    return rows.length > 0 ? now(call) : refuse('task.notFinished');
  });
  serve(api.deleteTask, async (call) => {
    const task = await find(call);
    if (isRefusal(task)) return task;
    const [gone] = await db
      .delete(tasks)
      .where(and(eq(tasks.id, task.id), inArray(tasks.executing, [...ended, state('Archived')])))
      .returning({ args: tasks.args, resultFile: tasks.resultFile });
    if (gone === undefined) return refuse('task.notFinished');
    await removeFiles(folder.files, gone);
    return undefined;
  });
  const download = async (call: From & { readonly params: { readonly id: number } }) => {
    const task = await find(call);
    if (isRefusal(task)) return task;
    return mayDownload(jobs, viewerOf(call), task) ? downloadFile(folder.files, task) : refuse('permission.denied');
  };
  serve(api.downloadTask, download);
  serve(api.linkTaskFile, download);
}
