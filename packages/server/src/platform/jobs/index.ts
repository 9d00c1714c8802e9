export { createJobs, type JobsOptions } from './create-jobs.ts';
export type { Job, JobContext, JobDescription, Jobs, Startable, TaskAbout } from './job.ts';
