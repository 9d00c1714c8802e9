export { exerciseRoutes } from './routes.ts';
