export { fuseJob, fuseJobName } from './fuse-job.ts';
export { createFuseWorkers, type FuseWorkers } from './fuse-workers.ts';
export { fusionRoutes } from './fusion-routes.ts';
export { queueFusion } from './queue-fusion.ts';
