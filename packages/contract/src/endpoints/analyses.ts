import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AnalysisAbout,
  AnalysisDescription,
  AnalysisOutcome,
  AnalysisPage,
  AnalysisRules,
  AnalysisWanted,
} from '../shapes/analysis.ts';
import { IdParams } from '../shapes/primitives.ts';
import {
  AthleteHistory,
  HistoryQuery,
  KeptResult,
  MethodSpread,
  ResultEdit,
  ResultParams,
  TeamQuestion,
  TeamResults,
} from '../shapes/result.ts';

/** Its id. */
const AnalysisParams = z.object({ analysis: z.string().min(1).max(60) });

export const readCatalogue = endpoint({
  name: 'readCatalogue',
  method: 'GET',
  path: '/analyses',
  access: 'record.read',
  summary: 'Every analysis: what it needs, its parameters with their sources, its numbers with units and methods',
  reply: z.array(AnalysisDescription),
});
export const readAnalysisPage = endpoint({
  name: 'readAnalysisPage',
  method: 'GET',
  path: '/analyses/:analysis',
  access: 'record.read',
  summary:
    'What people read of an analysis: inputs, parameters, numbers, refusals and sources, as in docs/analysis, in both languages',
  params: AnalysisParams,
  reply: AnalysisPage,
});
export const listAnalyses = endpoint({
  name: 'listAnalyses',
  method: 'GET',
  path: '/records/:id/analyses',
  access: 'record.read',
  summary: 'The analyses there are, and which variables of the record each would take; those that fit come first',
  params: IdParams,
  reply: z.array(AnalysisAbout),
});
export const runAnalysis = endpoint({
  name: 'runAnalysis',
  method: 'POST',
  path: '/records/:id/analyses',
  access: 'record.read',
  summary: 'Runs an analysis on full-resolution samples of the record; nothing is kept by it',
  params: IdParams,
  body: AnalysisWanted,
  reply: AnalysisOutcome,
});
export const spreadOfMethods = endpoint({
  name: 'spreadOfMethods',
  method: 'POST',
  path: '/records/:id/analyses/spread',
  access: 'record.read',
  summary: 'Runs an analysis by its own rules and by each of its published presets; what is said otherwise is kept',
  params: IdParams,
  body: AnalysisWanted,
  reply: MethodSpread,
});
export const listResults = endpoint({
  name: 'listResults',
  method: 'GET',
  path: '/records/:id/results',
  access: 'record.read',
  summary: 'Results of the record that are kept, the newest first; former ones follow what holds',
  params: IdParams,
  reply: z.array(KeptResult),
});
export const keepResult = endpoint({
  name: 'keepResult',
  method: 'POST',
  path: '/records/:id/results',
  access: 'record.edit',
  status: 201,
  summary:
    'Runs an analysis and keeps what it finds; what was kept of the same analysis and stretch becomes a former one',
  params: IdParams,
  body: AnalysisWanted,
  reply: KeptResult,
});
export const editResult = endpoint({
  name: 'editResult',
  method: 'PUT',
  path: '/records/:id/results/:resultId',
  access: 'record.edit',
  summary: 'Marks a trial as one that counts for nothing, or takes that back',
  params: ResultParams,
  body: ResultEdit,
  reply: KeptResult,
});
export const deleteResult = endpoint({
  name: 'deleteResult',
  method: 'DELETE',
  path: '/records/:id/results/:resultId',
  access: 'record.edit',
  summary: 'Deletes a result that somebody kept, with its former ones; what the record answers by itself comes back',
  params: ResultParams,
  reply: 'nothing',
});
export const readAthleteHistory = endpoint({
  name: 'readAthleteHistory',
  method: 'GET',
  path: '/users/:id/results',
  access: 'user.read',
  summary:
    'Results of an athlete over time, with the typical error of the own repeats and what of the last day is a real change',
  params: IdParams,
  query: HistoryQuery.partial(),
  reply: AthleteHistory,
});
export const readTeamResults = endpoint({
  name: 'readTeamResults',
  method: 'POST',
  path: '/results/team',
  access: 'group.read',
  summary: 'Results of a group: who was tested, refused or absent, each against the own reference',
  body: TeamQuestion,
  reply: TeamResults,
});
export const setAnalysisRules = endpoint({
  name: 'setAnalysisRules',
  method: 'PUT',
  path: '/records/:id/analyses/:analysis/rules',
  access: 'parameter.edit',
  summary:
    'Sets the rules of the record’s club (organisation) or the caller’s own (coach) for an analysis: kept results that nobody set otherwise are computed anew, the former ones stay. No parameters take them back',
  params: IdParams.extend(AnalysisParams.shape),
  body: AnalysisRules,
  reply: 'nothing',
});
