import { type AnalysisOutcome, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { type AnalysisDependencies, answerOnRecord } from './answer-on-record.ts';
import { heldOfRecords } from './hold-parameters.ts';

const { records } = tables;

/** Runs an analysis on a window of a record for the server itself: nobody's reach is judged. */
export async function answerForServer(
  dependencies: AnalysisDependencies,
  recordId: number,
  wanted: { readonly analysis: string; readonly t0?: number; readonly t1?: number },
): Promise<AnalysisOutcome | Refusal> {
  const { db } = dependencies.database;
  const [record] = await db.select().from(records).where(eq(records.id, recordId));
  if (record === undefined) return refuse('entity.notFound');
  const held = (await heldOfRecords(db, [record]))(record, wanted.analysis);
  const answer = await answerOnRecord(dependencies, record, wanted, held, new AbortController().signal);
  return isRefusal(answer) ? answer : answer.outcome;
}
