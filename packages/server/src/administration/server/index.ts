export { serverRoutes } from './routes.ts';
