export { type DecodeDependencies, decodeJob, decodeJobName } from './decode-job.ts';
