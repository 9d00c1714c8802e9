export { type Machine, openMachine } from './control-machine.ts';
export { openServerSettings, type SettingsHolder, settingsChanged } from './open-server-settings.ts';
export { serverRoutes } from './routes.ts';
