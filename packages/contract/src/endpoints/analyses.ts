import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AnalysisAbout, AnalysisOutcome, AnalysisWanted } from '../shapes/analysis.ts';
import { IdParams } from '../shapes/primitives.ts';

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
