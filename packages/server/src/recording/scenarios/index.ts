export { readBuiltIns } from './built-ins.ts';
export { createScenarios, type Scenarios } from './create-scenarios.ts';
export { dryRunRoutes } from './dry-run-routes.ts';
export { examples } from './examples.ts';
export { createLanguages, describeSource, type Languages } from './languages.ts';
export { recordDoors } from './record-doors.ts';
export { scenarioRunRoutes } from './routes.ts';
export type { RunRecords } from './run-devices.ts';
