export { type ResolvedModules, resolveConfig } from './resolve-config.ts';
export { configRoutes } from './routes.ts';
export { configOfSensors, ensureSensors } from './sensors.ts';
