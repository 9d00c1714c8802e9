export { exportRoutes } from './export-routes.ts';
export { exportJob } from './export-task.ts';
