import { analysisOf } from '@sillage/analysis';
import type { Refusal } from '@sillage/contract';
import type { RecordRow } from '../records/index.ts';
import { type AnalysisDependencies, type Answer, answerOnRecord } from './answer-on-record.ts';
import { answerTrials, type TrialsAsked } from './answer-trials.ts';

/** Runs what is asked of a record that can be read: on its samples, or on its trials. */
export async function answerAsked(
  dependencies: AnalysisDependencies,
  record: RecordRow,
  asked: TrialsAsked,
  signal: AbortSignal,
): Promise<Answer | Refusal> {
  const { wanted, held } = asked;
  const analysis = analysisOf(wanted.analysis);
  if (analysis?.trials === undefined) return answerOnRecord(dependencies, record, wanted, held, signal);
  return answerTrials(dependencies, record, { ...analysis, trials: analysis.trials }, asked, signal);
}
