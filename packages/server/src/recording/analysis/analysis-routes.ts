import { analyses, analysisOf } from '@sillage/analysis';
import { api, refuse } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import { answerPage } from './answer-page.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { deleteResult, editResult, type KeepDependencies, keepResult, listResults } from './kept-results.ts';
import { listAnalyses } from './list-analyses.ts';
import { readHistory } from './read-history.ts';
import { readTeam } from './read-team.ts';
import { runOnRecord, spreadOnRecord } from './run-on-record.ts';
import { type RulesDependencies, setRules } from './set-rules.ts';

/** Tests and sports that answer numbers of a window of a record, what is kept of them, and how athletes change. */
export function analysisRoutes(serve: Serve, dependencies: KeepDependencies & RulesDependencies): void {
  serve(api.readCatalogue, async () => analyses.map(describeAnalysis));
  serve(api.readAnalysisPage, async ({ params }) => {
    const analysis = analysisOf(params.analysis);
    return analysis === undefined ? refuse('entity.notFound') : answerPage(analysis);
  });
  serve(api.listAnalyses, ({ params, principal, scope }) =>
    listAnalyses(dependencies, { principal, scope }, params.id),
  );
  serve(api.runAnalysis, ({ params, body, principal, scope, signal }) =>
    runOnRecord(dependencies, { principal, scope }, params.id, body, signal),
  );
  serve(api.spreadOfMethods, ({ params, body, principal, scope, signal }) =>
    spreadOnRecord(dependencies, { principal, scope }, params.id, body, signal),
  );
  serve(api.setAnalysisRules, ({ params, body, principal, scope }) =>
    setRules(dependencies, { principal, scope }, params, body),
  );
  serve(api.listResults, ({ params, principal, scope }) => listResults(dependencies, { principal, scope }, params.id));
  serve(api.keepResult, ({ params, body, principal, scope, signal }) =>
    keepResult(dependencies, { principal, scope }, params.id, body, signal),
  );
  serve(api.editResult, ({ params, body, principal, scope }) =>
    editResult(dependencies, { principal, scope }, params, body),
  );
  serve(api.deleteResult, ({ params, principal, scope }) => deleteResult(dependencies, { principal, scope }, params));
  serve(api.readAthleteHistory, ({ params, query, principal, scope, signal }) =>
    readHistory(dependencies, { principal, scope }, params.id, query.analysis, signal),
  );
  serve(api.readTeamResults, ({ body, principal, scope, signal }) =>
    readTeam(dependencies, { principal, scope }, body, signal),
  );
}
