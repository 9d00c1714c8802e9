export { createRealtime, type Realtime } from './create-realtime.ts';
export type { RealtimeOptions } from './realtime-options.ts';
