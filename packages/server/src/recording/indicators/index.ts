export { type Told, toldBy } from './choose-indicators.ts';
export { createIndicators, type LiveIndicators, type MeasuringDevice } from './create-indicators.ts';
export { indicatorRoutes } from './routes.ts';
