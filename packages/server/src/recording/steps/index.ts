export { type Calibrations, createCalibrations } from './measure-in-thread.ts';
export { historyOf } from './present-history.ts';
export { stepRoutes } from './step-routes.ts';
