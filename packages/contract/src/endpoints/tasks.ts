import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { IdParams, listOf } from '../shapes/primitives.ts';
import { Task, TaskCounts, TaskCreate, TaskCreated, TaskInfos, TaskQuery, TaskStatusQuery } from '../shapes/task.ts';

export const listTasks = endpoint({
  name: 'listTasks',
  method: 'POST',
  path: '/tasks/all',
  access: 'task.read',
  summary: 'A page of tasks, newest first',
  body: TaskQuery,
  reply: listOf(Task),
});
export const countTasks = endpoint({
  name: 'countTasks',
  method: 'GET',
  path: '/tasks/counts',
  access: 'task.read',
  summary: 'How many tasks the caller sees in each state',
  reply: TaskCounts,
});
export const readTaskInfos = endpoint({
  name: 'readTaskInfos',
  method: 'GET',
  path: '/tasks/infos',
  access: 'task.read',
  summary: 'The kinds of task, which of them the caller may start, and the names of the states',
  reply: TaskInfos,
});
export const listTaskStatus = endpoint({
  name: 'listTaskStatus',
  method: 'GET',
  path: '/tasks/status',
  access: 'task.read',
  summary: 'Tasks by id, name, record or the browser that asked',
  query: TaskStatusQuery,
  reply: z.array(Task),
});
export const createTask = endpoint({
  name: 'createTask',
  method: 'POST',
  path: '/tasks',
  access: 'task.edit',
  summary:
    'Starts a task; `decode` takes `rec_id` or `rec_ids`, `record.fuse` takes `record_ids`, `type` and `offsets`',
  body: TaskCreate,
  reply: TaskCreated,
});
export const createTaskWithFile = endpoint({
  name: 'createTaskWithFile',
  method: 'POST',
  path: '/tasks/with_file',
  access: 'task.edit',
  multipart: true,
  needsFile: true,
  maxUploadBytes: limits.taskFileBytes,
  summary: 'Starts a task that works on a file',
  body: TaskCreate,
  reply: TaskCreated,
});
const action = { method: 'POST', access: 'task.edit', params: IdParams, reply: Task } as const;
export const restartTask = endpoint({
  ...action,
  name: 'restartTask',
  path: '/tasks/:id/restart',
  summary: 'Runs a finished task again',
});
export const cancelTask = endpoint({
  ...action,
  name: 'cancelTask',
  path: '/tasks/:id/cancel',
  summary: 'Asks a task to end; with force=true it is ended whether it heeds or not',
  query: z.object({
    force: z
      .enum(['true', 'false'])
      .default('false')
      .transform((v) => v === 'true'),
  }),
});
export const archiveTask = endpoint({
  ...action,
  name: 'archiveTask',
  path: '/tasks/:id/archive',
  summary: 'Puts a finished task away',
});
export const deleteTask = endpoint({
  name: 'deleteTask',
  method: 'DELETE',
  path: '/tasks/:id',
  access: 'task.edit',
  summary: 'Deletes a finished task and its file',
  params: IdParams,
  reply: 'nothing',
});
const file = { path: '/tasks/:id/download', access: 'task.read', params: IdParams, reply: 'bytes' } as const;
export const downloadTask = endpoint({
  ...file,
  name: 'downloadTask',
  method: 'POST',
  summary: 'The file that a task made',
});
export const linkTaskFile = endpoint({
  ...file,
  name: 'linkTaskFile',
  method: 'GET',
  otherStatuses: [206],
  summary: 'The same as a link that browsers stream to the disk, by their cookie',
});
