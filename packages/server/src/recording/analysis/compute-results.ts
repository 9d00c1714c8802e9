import { analysisOf } from '@sillage/analysis';
import { type AnalysisOutcome, type HeldParameters, Id, isRefusal, type Refusal } from '@sillage/contract';
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shareLoop } from '../../platform/clock/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type Job, type JobContext, type Jobs, TaskRefused } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import type { RecordDependencies, RecordRow } from '../records/index.ts';
import { currentResultsOf, keepOutcome } from '../results/index.ts';
import { answerAsked } from './answer-asked.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { heldOfRecords } from './hold-parameters.ts';
import { type MissingResult, type ResultsToMake, resultsToMake } from './missing-results.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records, sports } = tables;

const jobName = 'record.analyse';
/** Records of one task, and how many of them are answered at the same time: one waits for the database, one is computed. */
const [mostTogether, atOnce] = [100, 8];
const JobArgs = z.object({ recordIds: z.array(Id).min(1).max(mostTogether) });
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
  /** Looks at the records of a club again, behind whoever asked: the rules that hold for them are others. */
  lookAgain(clientId: number): void;
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
    const lacking = (await lookAt(db, ids)).filter(
      ({ record, missing, outdatedIds }) => missing.length + outdatedIds.length > 0 && !queued.has(record.id),
    );
    for (const [clientId, ofClient] of Map.groupBy(lacking, ({ record }) => record.clientId)) {
      const recordIds = ofClient.map(({ record }) => record.id);
      for (let i = 0; i < recordIds.length; i += mostTogether) {
        const some = recordIds.slice(i, i + mostTogether);
        for (const id of some) queued.add(id);
        await jobs.enqueue(jobName, { recordIds: some }, { clientId, recordIds: some });
      }
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

  async function lookAtAll(clientId: number | undefined): Promise<void> {
    const pause = shareLoop();
    for (let after: number | undefined = 0; after !== undefined && !isClosed; await pause()) {
      const ids: number[] = await pageOfAnswering(db, after, clientId);
      await queueMissing(ids);
      after = ids.at(-1);
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
      run({ recordIds }, context) {
        for (const id of recordIds) queued.delete(id);
        return computeAll(dependencies, recordIds, context);
      },
    },
    sweep: () => lookAtAll(undefined),
    lookAgain(clientId) {
      looking = looking
        .then(() => lookAtAll(clientId))
        .catch((error: unknown) => {
          // The next start looks at all of them.
          log.warn({ error: String(error) }, 'what records answer was not looked at');
        });
    },
    async close() {
      isClosed = true;
      await looking;
    },
  };
}

/** Ids of readable records that may answer something. */
async function pageOfAnswering(db: Queryable, after: number, clientId: number | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        gt(records.id, after),
        clientId === undefined ? undefined : eq(records.clientId, clientId),
        eq(records.decodeState, 'done'),
        or(
          isNotNull(records.sportId),
          isNotNull(records.exerciseName),
          isNotNull(records.scenarioClassname),
          sql`(SELECT 1 FROM ${analysisResults} WHERE ${analysisResults.recordId} = ${records.id} LIMIT 1) IS NOT NULL`,
        ),
      ),
    )
    .orderBy(asc(records.id))
    .limit(pageSize);
  return rows.map(({ id }) => id);
}

type Lacking = ResultsToMake & { readonly record: RecordRow; readonly heldOf: (analysis: string) => HeldParameters };

async function lookAt(db: Queryable, ids: readonly number[]): Promise<Lacking[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ record: records, sport: sports.name })
    .from(records)
    .leftJoin(sports, eq(sports.id, records.sportId))
    .where(isOneOf(records.id, ids));
  const kept = Map.groupBy(await currentResultsOf(db, ids), ({ recordId }) => recordId);
  const held = await heldOfRecords(
    db,
    rows.map(({ record }) => record),
  );
  return rows.map(({ record, sport }) => {
    const heldOf = (analysis: string) => held(record, analysis);
    return { record, heldOf, ...resultsToMake(record, kept.get(record.id) ?? [], sport, heldOf) };
  });
}

/** Asks records what they lack. One that refuses does not keep the others from answering; the first refusal is told. */
async function computeAll(dependencies: ComputeDependencies, recordIds: readonly number[], context: JobContext) {
  const { database, life } = dependencies;
  const lacking = await lookAt(database.db, recordIds);
  const waiting = lacking.values();
  const refused: TaskRefused[] = [];
  const answered: RecordRow[] = [];
  let isFailing = false;
  const work = async () => {
    for (const one of waiting) {
      if (isFailing) return;
      context.signal.throwIfAborted();
      try {
        await computeMissing(dependencies, one, context.signal);
        answered.push(one.record);
      } catch (problem) {
        if (!(problem instanceof TaskRefused)) {
          isFailing = true;
          throw problem;
        }
        refused.push(problem);
      }
      await context.progress((answered.length + refused.length) / lacking.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, lacking.length) }, work));
  for (const [clientId, ofClient] of Map.groupBy(answered, (record) => record.clientId)) {
    life.tell(database.db, { clientId, recordIds: ofClient.map(({ id }) => id), reason: 'updated' });
  }
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  if (refused[0] !== undefined) throw refused[0];
}

/** Asks a record what it lacks; samples that change meanwhile have a task of their own. */
async function computeMissing(
  dependencies: ComputeDependencies,
  { record, heldOf, missing, outdatedIds }: Lacking,
  signal: AbortSignal,
): Promise<void> {
  await forget(dependencies.database.db, outdatedIds);
  for (const one of missing) {
    signal.throwIfAborted();
    if ((await computeOne(dependencies, record, { ...one, held: heldOf(one.analysis) }, signal)) === 'otherSignals')
      return;
  }
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
  { analysis, asked: askedBefore, userName, held }: MissingResult & { readonly held: HeldParameters },
  signal: AbortSignal,
): Promise<'kept' | 'otherSignals'> {
  const asked = { ...askedBefore, held };
  const wanted = wantedInRecord(record, analysis, asked);
  const sees = eq(records.clientId, record.clientId);
  const answer =
    wanted && (await answerAsked(dependencies, record, { wanted, held, sees, kept: asked.trials }, signal));
  if (isRefusal(answer) && answer.code === 'request.tooMany') throw new Error('the thread of analyses is full');
  return dependencies.life.inTransaction(async (tx) => {
    const [now] = await tx.select().from(records).where(eq(records.id, record.id)).for('no key update');
    if (now?.signalsVersion !== record.signalsVersion) return 'otherSignals';
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
    ...{ values: {}, phases: [], events: [], cycles: [], figures: [], windows: {}, samples: {} },
    ...{ warnings: [], correction: null, parameters: {}, inputs: {}, trials: [] },
  };
}
