export { sweepFirmware } from './keep-firmware.ts';
export { releaseRoutes } from './routes.ts';
