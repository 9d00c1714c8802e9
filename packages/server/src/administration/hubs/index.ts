export { adoptTimezone, ensureCurrentHub } from './current-hub.ts';
export { hubRoutes } from './routes.ts';
