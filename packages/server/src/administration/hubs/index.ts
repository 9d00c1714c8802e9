export { hubRoutes } from './routes.ts';
