import { api } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import { listAnalyses } from './list-analyses.ts';
import { type AnalysisDependencies, runOnRecord } from './run-on-record.ts';

/** Tests and sports that answer numbers, run on a window of a record. */
export function analysisRoutes(serve: Serve, dependencies: AnalysisDependencies): void {
  serve(api.listAnalyses, ({ params, principal, scope }) =>
    listAnalyses(dependencies, { principal, scope }, params.id),
  );
  serve(api.runAnalysis, ({ params, body, principal, scope, signal }) =>
    runOnRecord(dependencies, { principal, scope }, params.id, body, signal),
  );
}
