export { readSportName, sportRoutes } from './routes.ts';
