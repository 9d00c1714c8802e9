export { sportRoutes } from './routes.ts';
