export { createReplays, type Replays } from './create-replays.ts';
export { replayRoutes } from './routes.ts';
