export { firmwareRoutes } from './firmware-routes.ts';
export { configSendingRoutes } from './send-configs.ts';
export { createUpdates, type Updates } from './update-firmware.ts';
