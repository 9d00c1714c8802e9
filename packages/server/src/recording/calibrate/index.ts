export { type CalibratingDevices, calibrateDevices } from './calibrate-devices.ts';
export { calibrationRoutes } from './routes.ts';
