export { type Machine, openMachine } from './control-machine.ts';
export {
  areSameTerms,
  openServerSettings,
  type SettingsHolder,
  settingsChanged,
  termsInForce,
  termsOf,
} from './open-server-settings.ts';
export { serverRoutes } from './routes.ts';
