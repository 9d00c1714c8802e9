export { findRunnable, hasProgramsIn, type RunnableScenario } from './find-scenarios.ts';
export { type BuiltInScenario, provideBuiltIns } from './provide-builtins.ts';
export { type ScenarioSources, scenarioRoutes } from './routes.ts';
export type { CheckSource, DescribeSource } from './scenario-languages.ts';
