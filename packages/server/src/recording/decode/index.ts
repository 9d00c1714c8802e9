export { decodeJob } from './decode-job.ts';
export { refuseFile } from './decode-sentences.ts';
export { queueForgotten } from './queue-forgotten.ts';
export { type AddedStep, readSteps } from './read-steps.ts';
