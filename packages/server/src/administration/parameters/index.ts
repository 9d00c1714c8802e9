export { readRecordRules } from './read-record-rules.ts';
export { parameterRoutes } from './routes.ts';
