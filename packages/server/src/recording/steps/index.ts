export { historyOf } from './present-history.ts';
export { stepRoutes } from './step-routes.ts';
