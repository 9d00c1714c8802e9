import { analysisOf } from '@sillage/analysis';
import { type AnalysisOutcome, Id, isRefusal, type Refusal } from '@sillage/contract';
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shareLoop } from '../../platform/clock/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type Job, type JobContext, type Jobs, TaskRefused } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import type { RecordDependencies, RecordRow } from '../records/index.ts';
import { currentResultsOf, keepOutcome } from '../results/index.ts';
import { type AnalysisDependencies, answerOnRecord } from './answer-on-record.ts';
import { type MissingResult, type ResultsToMake, resultsToMake } from './missing-results.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records, sports } = tables;

const jobName = 'record.analyse';
const JobArgs = z.object({ recordId: Id });
type JobArgs = z.infer<typeof JobArgs>;
/** Records looked at together. */
const pageSize = 500;

export interface ComputeDependencies extends AnalysisDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly life: Pick<Life, 'inTransaction' | 'tell' | 'onChanged'>;
  readonly log: RecordDependencies['log'];
}

/** Keeps what records answer by themselves. */
export interface Results {
  readonly job: Job<JobArgs>;
  /** Looks at all records: what was missed, and what a newer version of an analysis answers otherwise. */
  sweep(): Promise<void>;
  /** Waits for what is looked at. */
  close(): Promise<void>;
}

/** Records whose signals, exercise or sport changed are asked again, each by a task of its own. */
export function createResults(dependencies: ComputeDependencies): Results {
  const { database, jobs, life, log } = dependencies;
  const { db } = database;
  const changed = new Set<number>();
  /** Whose task waits. */
  const queued = new Set<number>();
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function queueMissing(ids: readonly number[]): Promise<void> {
    for (const { record, missing, outdatedIds } of await lookAt(db, ids)) {
      if ((missing.length === 0 && outdatedIds.length === 0) || queued.has(record.id)) continue;
      queued.add(record.id);
      await jobs.enqueue(jobName, { recordId: record.id }, { clientId: record.clientId, recordIds: [record.id] });
    }
  }

  async function lookAtChanged(): Promise<void> {
    while (changed.size > 0 && !isClosed) {
      const ids = [...changed].slice(0, pageSize);
      for (const id of ids) changed.delete(id);
      try {
        await queueMissing(ids);
      } catch (error) {
        // The next start looks at all of them.
        log.warn({ error: String(error) }, 'what records answer was not looked at');
      }
    }
  }

  life.onChanged(({ recordIds, reason }) => {
    if (reason === 'deleted' || reason === 'created' || isClosed) return;
    const isIdle = changed.size === 0;
    for (const id of recordIds) changed.add(id);
    if (isIdle) looking = looking.then(lookAtChanged);
  });

  return {
    job: {
      name: jobName,
      displayName: { fr: 'Analyse', en: 'Analysis' },
      args: JobArgs,
      run({ recordId }, context) {
        queued.delete(recordId);
        return computeMissing(dependencies, recordId, context);
      },
    },
    async sweep() {
      const pause = shareLoop();
      for (let after: number | undefined = 0; after !== undefined && !isClosed; await pause()) {
        const ids: number[] = await pageOfAnswering(db, after);
        await queueMissing(ids);
        after = ids.at(-1);
      }
    },
    async close() {
      isClosed = true;
      await looking;
    },
  };
}

/** Ids of readable records that may answer something. */
async function pageOfAnswering(db: Queryable, after: number): Promise<number[]> {
  const rows = await db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        gt(records.id, after),
        eq(records.decodeState, 'done'),
        or(
          isNotNull(records.sportId),
          isNotNull(records.exerciseName),
          sql`(SELECT 1 FROM ${analysisResults} WHERE ${analysisResults.recordId} = ${records.id} LIMIT 1) IS NOT NULL`,
        ),
      ),
    )
    .orderBy(asc(records.id))
    .limit(pageSize);
  return rows.map(({ id }) => id);
}

async function lookAt(
  db: Queryable,
  ids: readonly number[],
): Promise<(ResultsToMake & { readonly record: RecordRow })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ record: records, sport: sports.name })
    .from(records)
    .leftJoin(sports, eq(sports.id, records.sportId))
    .where(isOneOf(records.id, ids));
  const kept = Map.groupBy(await currentResultsOf(db, ids), ({ recordId }) => recordId);
  return rows.map(({ record, sport }) => ({ record, ...resultsToMake(record, kept.get(record.id) ?? [], sport) }));
}

/** Asks a record what it lacks; samples that change meanwhile have a task of their own. */
async function computeMissing(dependencies: ComputeDependencies, recordId: number, context: JobContext) {
  const { database, life } = dependencies;
  const [found] = await lookAt(database.db, [recordId]);
  if (found === undefined) return;
  const { record, missing, outdatedIds } = found;
  await forget(database.db, outdatedIds);
  for (const [i, one] of missing.entries()) {
    context.signal.throwIfAborted();
    const kept = await computeOne(dependencies, record, one, context.signal);
    if (kept === 'otherSignals') return;
    await context.progress((i + 1) / missing.length);
  }
  life.tell(database.db, { clientId: record.clientId, recordIds: [recordId], reason: 'updated' });
}

const forget = async (tx: Queryable, ids: readonly number[]) => {
  if (ids.length > 0)
    await tx
      .update(analysisResults)
      .set({ isCurrent: false })
      .where(inArray(analysisResults.id, [...ids]));
};

async function computeOne(
  dependencies: ComputeDependencies,
  record: RecordRow,
  { analysis, asked, userName }: MissingResult,
  signal: AbortSignal,
): Promise<'kept' | 'otherSignals'> {
  const wanted = wantedInRecord(record, analysis, asked);
  const answer = wanted && (await answerOnRecord(dependencies, record, wanted, signal));
  if (isRefusal(answer) && answer.code === 'request.tooMany') throw new Error('the thread of analyses is full');
  return dependencies.life.inTransaction(async (tx) => {
    const [held] = await tx.select().from(records).where(eq(records.id, record.id)).for('no key update');
    if (held?.signalsVersion !== record.signalsVersion) return 'otherSignals';
    if (answer === undefined) {
      // What it was asked of is cropped away.
      const rows = (await currentResultsOf(tx, [record.id])).filter(
        (row) => row.analysis === analysis && row.asked.t0 === asked.t0 && row.asked.t1 === asked.t1,
      );
      await forget(
        tx,
        rows.map(({ id }) => id),
      );
      return 'kept';
    }
    const found = isRefusal(answer) ? { outcome: cannotBeAsked(record, analysis, answer), sha256: null } : answer;
    const kept = await keepOutcome(tx, { recordId: record.id, asked, userName, ...found });
    if (isRefusal(kept)) throw new TaskRefused(kept);
    return 'kept';
  });
}

/** A variable that is gone, or too long a stretch: a refusal as any other. */
function cannotBeAsked(record: RecordRow, analysis: string, refusal: Refusal): AnalysisOutcome {
  const { message } = refusal.body();
  return {
    ...{ analysis, version: analysisOf(analysis)?.version ?? 0, signals_version: record.signalsVersion },
    ...{ t0: 0, t1: record.durationSeconds, refused: { code: refusal.code, message } },
    ...{ values: {}, phases: [], events: [], cycles: [], figures: [], warnings: [], parameters: {}, inputs: {} },
  };
}
