export { type KeptChannel, readComputedChannels } from './read-computed-channels.ts';
export { readBufferRules, readRecordRules } from './read-record-rules.ts';
export { parameterRoutes } from './routes.ts';
