export { taskRoutes } from './routes.ts';
export type { VisibleRecords } from './see-tasks.ts';
export { sweepTaskFiles } from './task-files.ts';
