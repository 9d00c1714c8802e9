export { analysisRoutes } from './analysis-routes.ts';
export { createResults, type Results } from './compute-results.ts';
export { type Analyses, createAnalyses } from './create-analyses.ts';
