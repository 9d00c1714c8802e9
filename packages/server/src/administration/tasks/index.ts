export { forEachRecord, type TaskOfRecords } from './create-task.ts';
export { deleteTasksOfClient } from './delete-tasks-of-client.ts';
export { keepOldFilesDropped } from './drop-old-files.ts';
export { taskRoutes } from './routes.ts';
export type { VisibleRecords } from './see-tasks.ts';
export { sweepTaskFiles } from './task-files.ts';
