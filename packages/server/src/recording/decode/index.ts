export { decodeJob, decodeJobName } from './decode-job.ts';
