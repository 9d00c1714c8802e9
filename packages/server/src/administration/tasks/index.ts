export { taskRoutes } from './routes.ts';
export { sweepTaskFiles } from './task-files.ts';
