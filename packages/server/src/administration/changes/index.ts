export { keepChangesShort } from './prune-changes.ts';
export { changeRoutes } from './routes.ts';
