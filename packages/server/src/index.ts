export type { DemoContent, DeviceCredentials, RoleProfile, RunningServer, ServerOptions } from './compose/options.ts';
export { startServer } from './compose/start-server.ts';
export { StartProblem } from './platform/start-problem.ts';
