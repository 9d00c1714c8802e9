export { parameterRoutes } from './routes.ts';
