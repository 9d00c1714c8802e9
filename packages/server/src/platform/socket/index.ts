export { createRealtime, type Realtime, type RunningRealtime } from './create-realtime.ts';
export type { RealtimeOptions } from './realtime-options.ts';
