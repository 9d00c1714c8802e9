import { analysisOf } from '@sillage/analysis';
import {
  type AnalysisOutcome,
  type AnalysisWanted,
  isRefusal,
  type MethodSpread,
  type Refusal,
} from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordRow, refuseOtherSignals, visibleTo } from '../records/index.ts';
import { answerAsked } from './answer-asked.ts';
import type { AnalysisDependencies, Answer } from './answer-on-record.ts';
import { heldOfRecords } from './hold-parameters.ts';

/** A record that was read, and what was found of it. */
export interface AnsweredRecord extends Answer {
  readonly record: RecordRow;
}

/** Runs an analysis on a window of a record, on the samples that its version of signals has. */
export async function answerViewer(
  dependencies: AnalysisDependencies,
  viewer: Viewer,
  id: number,
  wanted: AnalysisWanted,
  signal: AbortSignal,
): Promise<AnsweredRecord | Refusal> {
  const { db } = dependencies.database;
  const record = await findReadable(db, viewer, id);
  if (isRefusal(record)) return record;
  const other = refuseOtherSignals(record, wanted.signals_version);
  if (other !== undefined) return other;
  const held = (await heldOfRecords(db, [record]))(record, wanted.analysis);
  const sees = visibleTo(db, viewer);
  const answer = await answerAsked(dependencies, record, { wanted, held, sees }, signal);
  if (isRefusal(answer)) return answer;
  // Samples that were decoded meanwhile are not those that the answer says.
  const after = await findReadable(db, viewer, id);
  const changed = isRefusal(after) ? after : refuseOtherSignals(after, record.signalsVersion);
  return changed ?? { record, ...answer };
}

export async function runOnRecord(...asked: Parameters<typeof answerViewer>): Promise<AnalysisOutcome | Refusal> {
  const answered = await answerViewer(...asked);
  return isRefusal(answered) ? answered : answered.outcome;
}

/** The same trial by the rules of the analysis itself and by each published preset. */
export async function spreadOnRecord(
  dependencies: AnalysisDependencies,
  viewer: Viewer,
  id: number,
  wanted: AnalysisWanted,
  signal: AbortSignal,
): Promise<MethodSpread | Refusal> {
  const { preset: _, ...asked } = wanted;
  const own = await answerViewer(dependencies, viewer, id, asked, signal);
  if (isRefusal(own)) return own;
  const methods: MethodSpread['methods'] = [{ preset: null, source: '', outcome: own.outcome }];
  for (const { name, source } of analysisOf(wanted.analysis)?.presets ?? []) {
    const wantedSo = { ...asked, preset: name, signals_version: own.record.signalsVersion };
    const outcome = await runOnRecord(dependencies, viewer, id, wantedSo, signal);
    if (isRefusal(outcome)) return outcome;
    methods.push({ preset: name, source, outcome });
  }
  return { analysis: wanted.analysis, signals_version: own.record.signalsVersion, methods };
}
