export { configRoutes } from './routes.ts';
export { ensureSensors } from './sensors.ts';
