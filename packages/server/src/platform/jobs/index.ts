export { createJobs, type JobsOptions } from './create-jobs.ts';
export type { Job, JobContext, Jobs, TaskAbout } from './job.ts';
