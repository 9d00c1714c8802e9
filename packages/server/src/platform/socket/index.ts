export { createRealtime, type Realtime, type RunningRealtime } from './create-realtime.ts';
export type { RealtimeDependencies } from './realtime-dependencies.ts';
