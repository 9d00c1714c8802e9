export { createGroup, ensureHomeClient, renameClient } from './change-clients.ts';
export { clientRoutes } from './routes.ts';
