export { exportJob } from './export-job.ts';
export { type RestoreParts, restoreJob } from './restore-job.ts';
export { backupRoutes } from './routes.ts';
