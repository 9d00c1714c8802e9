export { exportJob } from './export-job.ts';
export { type RestoreDependencies, restoreJob } from './restore-job.ts';
export { backupRoutes } from './routes.ts';
