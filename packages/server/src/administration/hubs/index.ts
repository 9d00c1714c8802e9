export { chosenCloud } from './cloud-urls.ts';
export { adoptTimezone, callHubAs, currentHubId, ensureCurrentHub } from './current-hub.ts';
export { hubRoutes } from './routes.ts';
export { type CloudState, type CloudWatch, watchCloud } from './watch-cloud.ts';
