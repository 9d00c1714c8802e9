export { analysisRoutes } from './analysis-routes.ts';
export { answerForServer, answerLive } from './answer-run.ts';
export { createResults, type Results } from './compute-results.ts';
export { type Analyses, createAnalyses } from './create-analyses.ts';
