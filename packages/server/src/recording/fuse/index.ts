export { fuseJob, fuseJobName } from './fuse-job.ts';
export type { CorrelatedFilm } from './fuse-task.ts';
export { createFuseWorkers, type FilmQuestions, type FuseWorkers } from './fuse-workers.ts';
export { fusionRoutes } from './fusion-routes.ts';
export { queueFusion } from './queue-fusion.ts';
