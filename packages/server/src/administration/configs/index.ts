export { configRoutes } from './routes.ts';
export { configOfSensors, ensureSensors } from './sensors.ts';
