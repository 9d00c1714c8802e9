export { createJobs, type JobsDependencies, type JobsOptions } from './create-jobs.ts';
export {
  type Job,
  type JobContext,
  type JobDescription,
  type Jobs,
  orRefused,
  type Startable,
  type TaskAbout,
  TaskCancelled,
  TaskInVain,
  TaskRefused,
} from './job.ts';
