export { TestDevice, type TestModule, tickSeconds } from './built-in/make-test-device.ts';
export { createLanguages } from './languages.ts';
export { fake } from './make-test-run.ts';
export { newMember, nothingDone } from './run-state.ts';
export { ScenarioRun } from './scenario-run.ts';
