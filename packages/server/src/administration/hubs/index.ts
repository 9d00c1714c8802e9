export { adoptTimezone, ensureCurrentHub } from './current-hub.ts';
export { hubRoutes } from './routes.ts';
export { type CloudState, type CloudWatch, watchCloud } from './watch-cloud.ts';
