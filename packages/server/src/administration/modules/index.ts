export { moduleRoutes } from './routes.ts';
