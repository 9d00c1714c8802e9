import { analyses, analysisOf } from '@sillage/analysis';
import { isRefusal } from '@sillage/contract';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { isReadable, type RecordRow } from '../records/index.ts';
import type { KeptRow } from '../results/index.ts';
import { findTrials } from './answer-trials.ts';
import { basisOf } from './basis-of-trials.ts';
import { testMs } from './known-trials.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records } = tables;

const ofTrials = analyses.filter(({ trials }) => trials !== undefined).map(({ id }) => id);

/** Of what holds of a record, the results of several trials that would be made of others now. */
export async function withOtherBasis(
  db: Queryable,
  record: RecordRow,
  kept: readonly KeptRow[],
): Promise<Set<KeptRow>> {
  const others = new Set<KeptRow>();
  for (const row of kept) {
    if (!ofTrials.includes(row.analysis) || (await waitsForSamples(db, row))) continue;
    const basis = await basisNow(db, record, row);
    if (basis !== undefined && basis !== row.asked.basis) others.add(row);
  }
  return others;
}

/** Undefined where it cannot be asked any more. */
export async function basisNow(
  db: Queryable,
  record: RecordRow,
  { analysis: id, asked }: Pick<KeptRow, 'analysis' | 'asked'>,
): Promise<string | undefined> {
  const analysis = analysisOf(id);
  const wanted = wantedInRecord(record, id, asked);
  if (analysis?.trials === undefined || wanted === undefined) return undefined;
  const trials = await findTrials(db, record, {
    wanted,
    sees: eq(records.clientId, record.clientId),
    kept: asked.trials,
  });
  if (isRefusal(trials)) return undefined;
  return (await basisOf(db, record, { ...analysis, trials: analysis.trials }, trials)).fingerprint;
}

/** Whether a record that it names has no samples here now: they are decoded, or another server has them. */
async function waitsForSamples(db: Queryable, { outcome }: KeptRow): Promise<boolean> {
  const uids = (outcome.trials ?? []).flatMap(({ record_uid }) => record_uid ?? []);
  if (uids.length === 0) return false;
  const rows = await db.select().from(records).where(inArray(records.uid, uids));
  return rows.some((row) => row.decodeState !== 'error' && (row.decodeState !== 'done' || !isReadable(row)));
}

/**
 * Records that hold results of several trials to which a change of others may matter: results that name them, or a record that is
 * gone, and those of a test of the same time.
 */
export async function recordsBeside(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: analysisResults.recordId })
    .from(analysisResults)
    .innerJoin(records, eq(records.id, analysisResults.recordId))
    .where(
      and(
        eq(analysisResults.isCurrent, true),
        inArray(analysisResults.analysis, ofTrials),
        or(isOfTheTime(ids), namesOneOf(ids)),
      ),
    );
  return rows.map(({ id }) => id);
}

const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`;

const isOfTheTime = (ids: readonly number[]): SQL => sql`EXISTS (
  SELECT 1 FROM records AS changed WHERE changed.id = ANY (${arrayOf(ids)}) AND changed.client_id = ${records.clientId}
    AND abs(extract(epoch FROM changed.started_at - ${records.startedAt})) <= ${testMs / 1000})`;

const namesOneOf = (ids: readonly number[]): SQL => sql`EXISTS (
  SELECT 1 FROM jsonb_array_elements(
    coalesce(${analysisResults.outcome}->'trials', '[]') || coalesce(${analysisResults.asked}->'trials', '[]')
  ) AS named(trial) LEFT JOIN records AS changed ON changed.uid = (named.trial->>'record_uid')::uuid
  WHERE changed.id IS NULL OR changed.id = ANY (${arrayOf(ids)}))`;
