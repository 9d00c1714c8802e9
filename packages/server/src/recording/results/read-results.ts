import { limits } from '@sillage/contract';
import { and, desc, eq } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { KeptRow } from './present-result.ts';

const { analysisResults } = tables;

/** All that are kept of a record: what holds first, then former ones, the newest first. */
export async function resultsOf(db: Queryable, recordId: number): Promise<KeptRow[]> {
  return db
    .select()
    .from(analysisResults)
    .where(eq(analysisResults.recordId, recordId))
    .orderBy(desc(analysisResults.isCurrent), desc(analysisResults.createdAt), desc(analysisResults.id))
    .limit(limits.resultsARecord * (1 + limits.formerResults));
}

/** What holds of several records. */
export async function currentResultsOf(db: Queryable, recordIds: readonly number[]): Promise<KeptRow[]> {
  return db
    .select()
    .from(analysisResults)
    .where(and(isOneOf(analysisResults.recordId, recordIds), eq(analysisResults.isCurrent, true)))
    .orderBy(analysisResults.recordId, analysisResults.id)
    .limit(limits.resultsARecord * Math.max(1, recordIds.length));
}
