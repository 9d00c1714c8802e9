export { analysisRoutes } from './analysis-routes.ts';
export { createAnalyses } from './create-analyses.ts';
