export { type ConfigDevices, configSendingRoutes } from './send-configs.ts';
