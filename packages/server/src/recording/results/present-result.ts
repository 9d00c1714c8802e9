import { AnalysisOutcome, type KeptResult } from '@sillage/contract';
import type { tables } from '../../platform/database/index.ts';

export type KeptRow = typeof tables.analysisResults.$inferSelect;

/** A result as it is answered; one of an older shape is read as it is written today. */
export function presentResult({ id, recordId, asked, outcome, createdAt, ...row }: KeptRow): KeptResult {
  return {
    ...AnalysisOutcome.parse(outcome),
    ...{ id, record_id: recordId, is_whole: asked.t0 === undefined && asked.t1 === undefined },
    ...{
      preset: asked.preset ?? null,
      asked_trials: null,
      unseen_trials: 0,
      sha256: row.sha256,
      is_current: row.isCurrent,
    },
    ...{ user_name: row.userName, date: createdAt.toISOString(), excluded: row.excluded },
  };
}
