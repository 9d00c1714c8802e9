import { analysisOf } from '@sillage/analysis';
import {
  type AnalysisOutcome,
  type HeldParameters,
  isRefusal,
  type Refusal,
  type ResultAsked,
} from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type JobContext, TaskRefused } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import type { RecordRow } from '../records/index.ts';
import { currentResultsOf, keepOutcomes, type ToKeep } from '../results/index.ts';
import { answerAsked } from './answer-asked.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import type { TrialAnswers } from './answer-trials.ts';
import { heldOfRecords } from './hold-parameters.ts';
import { nameByUid } from './known-trials.ts';
import { type MissingResult, type ResultsToMake, resultsToMake } from './missing-results.ts';
import { basisNow, statesOfTrials, waitsForSamples } from './other-basis.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records, sports } = tables;

/** Records that are answered at the same time: one waits for the disk, one is computed. */
const atOnce = 8;
/** Records whose answers are written together: each writing costs as much as several answers. */
const writtenTogether = 25;

interface Dependencies extends AnalysisDependencies {
  readonly life: Pick<Life, 'inTransaction' | 'tell'>;
}

export type Lacking = ResultsToMake & {
  readonly record: RecordRow;
  readonly heldOf: (analysis: string) => HeldParameters;
};

export async function lookAt(db: Queryable, ids: readonly number[]): Promise<Lacking[]> {
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
  const lacking: Lacking[] = [];
  for (const { record, sport } of rows) {
    const heldOf = (analysis: string) => held(record, analysis);
    const own = kept.get(record.id) ?? [];
    const trialsOf = await statesOfTrials(db, record, own);
    lacking.push({ record, heldOf, ...resultsToMake(record, own, sport, heldOf, trialsOf) });
  }
  return lacking;
}

interface Found {
  readonly result: ToKeep;
  /** Of the result that was there when it was begun. */
  readonly replacedId: number | undefined;
}

/** What was found of a record, to be kept while its signals are those that were read. */
interface Computed {
  readonly record: RecordRow;
  readonly outdatedIds: readonly number[];
  readonly toKeep: readonly Found[];
  /** What was asked of a stretch that is cropped away. */
  readonly gone: readonly { readonly analysis: string; readonly asked: ResultAsked }[];
}

/** Asks records what they lack. One that refuses does not keep the others from answering; the first refusal is told. */
export async function computeAll(
  dependencies: Dependencies,
  recordIds: readonly number[],
  context: Pick<JobContext, 'signal' | 'progress'>,
): Promise<void> {
  const lacking = await lookAt(dependencies.database.db, recordIds);
  const waiting = lacking.values();
  const refused: Refusal[] = [];
  const answers: TrialAnswers = new Map();
  let computed: Computed[] = [];
  let [done, isFailing] = [0, false];
  const write = async () => {
    const some = computed;
    computed = [];
    refused.push(...(await keepComputed(dependencies, some)));
  };
  const work = async () => {
    for (const one of waiting) {
      if (isFailing) return;
      context.signal.throwIfAborted();
      try {
        const found = await computeMissing(dependencies, one, answers, context.signal);
        computed.push(found);
        if (computed.length >= writtenTogether) await write();
      } catch (problem) {
        isFailing = true;
        throw problem;
      }
      done += 1;
      await context.progress(done / lacking.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, lacking.length) }, work));
  await write();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  if (refused[0] !== undefined) throw new TaskRefused(refused[0]);
}

async function computeMissing(
  dependencies: Dependencies,
  { record, heldOf, missing, outdatedIds }: Lacking,
  answers: TrialAnswers,
  signal: AbortSignal,
): Promise<Computed> {
  const toKeep: Found[] = [];
  const gone: { analysis: string; asked: ResultAsked }[] = [];
  for (const { analysis, asked: wasAsked, userName, replaced } of missing) {
    signal.throwIfAborted();
    const held = heldOf(analysis);
    const trials = wasAsked.trials && [...(await nameByUid(dependencies.database.db, record, wasAsked.trials))];
    const asked = { ...wasAsked, ...(trials && { trials }), held };
    const wanted = wantedInRecord(record, analysis, asked);
    if (wanted === undefined) {
      gone.push({ analysis, asked });
      continue;
    }
    const sees = eq(records.clientId, record.clientId);
    // Before: what changes while it is asked is looked at again.
    const before = await basisNow(dependencies.database.db, record, { analysis, asked });
    const answer = await answerAsked(dependencies, record, { wanted, held, sees, kept: asked.trials, answers }, signal);
    if (isRefusal(answer) && answer.code === 'request.tooMany') throw new Error('the thread of analyses is full');
    const found = isRefusal(answer) ? { outcome: cannotBeAsked(record, analysis, answer), sha256: null } : answer;
    // Of what cannot be asked, too: it would be looked at again for ever.
    const basis = isRefusal(answer) ? before : answer.basis;
    const keptWith = { ...asked, ...(basis !== undefined && { basis }) };
    const { outcome, sha256 } = found;
    if (await hasMoved(dependencies.database.db, record, { analysis, replaced, asked: keptWith })) continue;
    toKeep.push({
      result: { recordId: record.id, asked: keptWith, userName, outcome, sha256 },
      replacedId: replaced?.id,
    });
  }
  return { record, outdatedIds, toKeep, gone };
}

/** Whether what several trials are made of went or changed while they were asked: whoever changed it has them looked at again. */
async function hasMoved(
  db: Queryable,
  record: RecordRow,
  { analysis, replaced, asked }: Pick<MissingResult, 'analysis' | 'replaced' | 'asked'>,
): Promise<boolean> {
  if (asked.basis === undefined) return false;
  if (replaced && (await waitsForSamples(db, record, replaced))) return true;
  return asked.basis !== (await basisNow(db, record, { analysis, asked }));
}

/** Keeps what was found of records, all together; samples that changed meanwhile have a task of their own. Answers what is refused. */
async function keepComputed({ database, life }: Dependencies, all: readonly Computed[]): Promise<Refusal[]> {
  if (all.length === 0) return [];
  const { toKeep, kept } = await life.inTransaction(async (tx) => {
    const rows = await tx
      .select({ id: records.id, signalsVersion: records.signalsVersion })
      .from(records)
      .where(
        isOneOf(
          records.id,
          all.map(({ record }) => record.id),
        ),
      )
      .orderBy(asc(records.id))
      .for('no key update');
    const versions = new Map(rows.map(({ id, signalsVersion }) => [id, signalsVersion]));
    const current = all.filter(({ record }) => versions.get(record.id) === record.signalsVersion);
    await forget(tx, [...current.flatMap(({ outdatedIds }) => outdatedIds), ...(await idsOfGone(tx, current))]);
    const some = await stillToKeep(tx, current);
    return { toKeep: some, kept: await keepOutcomes(tx, some) };
  });
  // A record whose results were refused would be looked at again at once, for ever.
  const refusedIds = new Set(toKeep.filter((_, at) => isRefusal(kept[at])).map(({ recordId }) => recordId));
  const told = all.filter(({ record }) => !refusedIds.has(record.id));
  for (const [clientId, ofClient] of Map.groupBy(told, ({ record }) => record.clientId)) {
    life.tell(database.db, { clientId, recordIds: ofClient.map(({ record }) => record.id), reason: 'updated' });
  }
  return kept.filter(isRefusal);
}

/** Not what somebody kept another result of meanwhile: that one stays, and is looked at by itself. */
async function stillToKeep(tx: Queryable, all: readonly Computed[]): Promise<ToKeep[]> {
  const found = all.flatMap(({ toKeep }) => toKeep);
  const rows = await currentResultsOf(tx, [...new Set(found.map(({ result }) => result.recordId))]);
  return found.flatMap(({ result, replacedId }) => {
    const { recordId, asked, outcome } = result;
    const present = rows.find((row) => isOfStretch(row, { recordId, analysis: outcome.analysis, asked }));
    return present === undefined || present.id === replacedId ? [result] : [];
  });
}

type Stretch = Pick<Awaited<ReturnType<typeof currentResultsOf>>[number], 'recordId' | 'analysis' | 'asked'>;

const isOfStretch = (one: Stretch, other: Stretch): boolean =>
  one.recordId === other.recordId &&
  one.analysis === other.analysis &&
  one.asked.t0 === other.asked.t0 &&
  one.asked.t1 === other.asked.t1;

async function idsOfGone(tx: Queryable, all: readonly Computed[]): Promise<number[]> {
  const gone = all.flatMap((one) => one.gone.map((asked) => ({ recordId: one.record.id, ...asked })));
  if (gone.length === 0) return [];
  const rows = await currentResultsOf(tx, [...new Set(gone.map(({ recordId }) => recordId))]);
  const isGone = (row: (typeof rows)[number]) => gone.some((one) => isOfStretch(row, one));
  return rows.filter(isGone).map(({ id }) => id);
}

const forget = async (tx: Queryable, ids: readonly number[]) => {
  if (ids.length > 0)
    await tx.update(analysisResults).set({ isCurrent: false }).where(isOneOf(analysisResults.id, ids));
};

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
