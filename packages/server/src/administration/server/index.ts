export { type Machine, openMachine } from './control-machine.ts';
export { openServerSettings, type SettingsHolder } from './open-server-settings.ts';
export { serverRoutes } from './routes.ts';
