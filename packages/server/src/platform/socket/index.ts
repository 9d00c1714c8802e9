export { createRealtime, type Realtime, type RunningRealtime } from './create-realtime.ts';
export type { RealtimeDependencies, RealtimeOptions } from './realtime-dependencies.ts';
export { shareAnswers } from './share-answers.ts';
