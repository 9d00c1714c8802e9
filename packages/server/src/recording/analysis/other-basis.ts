import { analyses, analysisOf } from '@sillage/analysis';
import { isRefusal } from '@sillage/contract';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { isReadable, type RecordRow } from '../records/index.ts';
import type { KeptRow } from '../results/index.ts';
import { findTrials } from './answer-trials.ts';
import { basisOf } from './basis-of-trials.ts';
import { testMs } from './known-trials.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records } = tables;

const ofTrials = analyses.filter(({ trials }) => trials !== undefined).map(({ id }) => id);

/** Of a kept result, what became of its trials: `waiting` while samples of one are not here. */
export type StateOfTrials = 'same' | 'other' | 'waiting';

/** Of what holds of a record; results of its own samples alone are the same. */
export async function statesOfTrials(
  db: Queryable,
  record: RecordRow,
  kept: readonly KeptRow[],
): Promise<(row: KeptRow) => StateOfTrials> {
  const states = new Map<KeptRow, StateOfTrials>();
  for (const row of kept) {
    if (!ofTrials.includes(row.analysis)) continue;
    if (await waitsForSamples(db, record, row)) states.set(row, 'waiting');
    else {
      const basis = await basisNow(db, record, row);
      if (basis !== undefined && basis !== row.asked.basis) states.set(row, 'other');
    }
  }
  return (row) => states.get(row) ?? 'same';
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

/** Whether a record that it names has no samples here now: they are decoded, or were freed, or another server has them. */
export async function waitsForSamples(db: Queryable, record: RecordRow, { outcome, asked }: KeptRow): Promise<boolean> {
  const named = [...(outcome.trials ?? []), ...(asked.trials ?? [])];
  const uids = named.flatMap(({ record_uid }) => record_uid ?? []);
  const ids = named.flatMap(({ record_uid, record_id }) => (record_uid == null ? (record_id ?? []) : []));
  if (uids.length + ids.length === 0) return false;
  const isNamed = or(isOneOf(records.id, ids), uids.length === 0 ? undefined : inArray(records.uid, uids));
  const rows = await db
    .select()
    .from(records)
    .where(and(eq(records.clientId, record.clientId), isNamed));
  return rows.some((row) => row.decodeState !== 'done' || !isReadable(row));
}

/** Records of one club that changed. */
export interface ChangedRecords {
  readonly clientId: number;
  readonly ids: readonly number[];
  /** Whether some of them were deleted. */
  readonly areGone: boolean;
}

/**
 * Records that hold results of several trials to which a change of others may matter: results that name them, or a record that is
 * gone, and those of a test of the same time.
 */
export async function recordsBeside(db: Queryable, { clientId, ids, areGone }: ChangedRecords): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: analysisResults.recordId })
    .from(analysisResults)
    .innerJoin(records, eq(records.id, analysisResults.recordId))
    .where(
      and(
        eq(records.clientId, clientId),
        eq(analysisResults.isCurrent, true),
        inArray(analysisResults.analysis, ofTrials),
        or(isOfTheTime(ids), namesOneOf(ids), areGone ? namesOneThatIsGone : undefined),
      ),
    );
  return rows.map(({ id }) => id);
}

const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`;

const isOfTheTime = (ids: readonly number[]): SQL => sql`EXISTS (
  SELECT 1 FROM records AS changed WHERE changed.id = ANY (${arrayOf(ids)}) AND changed.client_id = ${records.clientId}
    AND abs(extract(epoch FROM changed.started_at - ${records.startedAt})) <= ${testMs / 1000})`;

/** What a result was made of, and what it was asked with: by uids, what is older by rows. */
const named = sql`(SELECT (trial->>'record_uid')::uuid AS uid, (trial->>'record_id')::integer AS id FROM jsonb_array_elements(
    coalesce(${analysisResults.outcome}->'trials', '[]') || coalesce(${analysisResults.asked}->'trials', '[]')
  ) AS trial) AS named`;
const isNamed = sql`(one.uid = named.uid OR named.uid IS NULL AND one.id = named.id)`;

const namesOneOf = (ids: readonly number[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${named} JOIN records AS one ON ${isNamed} WHERE one.id = ANY (${arrayOf(ids)}))`;

const namesOneThatIsGone = sql`EXISTS (SELECT 1 FROM ${named} WHERE coalesce(named.uid::text, named.id::text) IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM records AS one WHERE ${isNamed}))`;
