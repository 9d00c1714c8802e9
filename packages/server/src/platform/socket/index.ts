export { createRealtime, type Realtime, type RunningRealtime } from './create-realtime.ts';
export { type KeptAnswers, keepAnswers } from './keep-answers.ts';
export type { RealtimeDependencies, RealtimeOptions } from './realtime-dependencies.ts';
