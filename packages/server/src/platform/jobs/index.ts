export { createJobs, type JobsOptions } from './create-jobs.ts';
export {
  type Job,
  type JobContext,
  type JobDescription,
  type Jobs,
  type Startable,
  type TaskAbout,
  TaskRefused,
} from './job.ts';
