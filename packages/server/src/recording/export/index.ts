export { exportRoutes } from './export-routes.ts';
export type { ExportDependencies } from './export-source.ts';
