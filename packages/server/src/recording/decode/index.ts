export { decodeJob } from './decode-job.ts';
export { refuseFile } from './decode-sentences.ts';
export { derivedType } from './decode-task.ts';
export { derivationsOf } from './derive-signals.ts';
export { queueForgotten } from './queue-forgotten.ts';
export { type AddedStep, readSteps } from './read-steps.ts';
