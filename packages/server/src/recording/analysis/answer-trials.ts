import { createHash } from 'node:crypto';
import {
  type Analysis,
  type HeldParameters,
  isBadAsk,
  runAnalysis,
  type TrialsOf,
  type Variable,
} from '@sillage/analysis';
import {
  type AnalysisOutcome,
  type AnalysisWanted,
  type AnsweredTrial,
  isRefusal,
  type KeptTrial,
  type Refusal,
} from '@sillage/contract';
import type { SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { RecordRow } from '../records/index.ts';
import {
  type AnalysisDependencies,
  type Answer,
  answerOnRecord,
  presentFound,
  refuseBadAsk,
} from './answer-on-record.ts';
import { type Basis, basisOf } from './basis-of-trials.ts';
import { findTrialsSaid, type KnownTrial, proposeTrials, trialsInOriginal } from './known-trials.ts';
import { pushOffOfScenario } from './loads-of-trials.ts';

/** What single trials answered, for profiles that are computed together and name the same ones. */
export type TrialAnswers = Map<string, Promise<Answer | Refusal>>;

export interface TrialsAsked {
  readonly wanted: AnalysisWanted;
  readonly held: HeldParameters;
  /** Records that whoever asks may see. */
  readonly sees: SQL | undefined;
  /** Trials as a result keeps them, instead of those that are wanted. */
  readonly kept?: readonly KeptTrial[] | undefined;
  readonly answers?: TrialAnswers | undefined;
}

/** Runs an analysis of several trials: each is asked by itself, and what they answer are the rows of its table. */
export async function answerTrials(
  dependencies: AnalysisDependencies,
  record: RecordRow,
  analysis: Analysis & { readonly trials: TrialsOf },
  { wanted, held, sees, kept, answers = new Map() }: TrialsAsked,
  signal: AbortSignal,
): Promise<Answer | Refusal> {
  const { db } = dependencies.database;
  const said = kept ?? wanted.trials;
  const trials = await findTrials(db, record, { wanted, sees, kept });
  if (isRefusal(trials)) return trials;
  const basis = await basisOf(db, record, analysis, trials);
  const answered: Answered[] = [];
  for (const trial of trials) {
    const about = { analysis: analysis.trials.analysis.id, ...trial.stretch };
    const inputs = (trial.record.id === record.id ? wanted.inputs : undefined) ?? {};
    const own = basis.heldOf(trial.record);
    const key = JSON.stringify([trial.record.uid, trial.record.signalsVersion, about, inputs, own]);
    const asked = answers.get(key) ?? answerOnRecord(dependencies, trial.record, { ...about, inputs }, own, signal);
    answers.set(key, asked);
    const answer = await asked;
    if (isRefusal(answer)) return answer;
    answered.push({ trial, answer });
  }
  return joinTrials(record, analysis, { wanted, held, answered, basis, isSaid: said !== undefined });
}

/** Trials that were said, else those that records say. */
export function findTrials(
  db: Queryable,
  record: RecordRow,
  { wanted, sees, kept }: Omit<TrialsAsked, 'held' | 'answers'>,
): Promise<KnownTrial[] | Refusal> {
  if (kept !== undefined) return findTrialsSaid(db, record, sees, { trials: kept, times: 'original' });
  if (wanted.trials === undefined) return proposeTrials(db, record, sees);
  return findTrialsSaid(db, record, sees, { trials: wanted.trials, times: 'record' });
}

interface Answered {
  readonly trial: KnownTrial;
  readonly answer: Answer;
}

interface ToJoin {
  readonly wanted: AnalysisWanted;
  readonly held: HeldParameters;
  readonly answered: readonly Answered[];
  readonly basis: Basis;
  readonly isSaid: boolean;
}

function joinTrials(
  record: RecordRow,
  analysis: Analysis & { readonly trials: TrialsOf },
  { wanted, held, answered, basis, isSaid }: ToJoin,
): Answer | Refusal {
  const { trials } = analysis;
  const rows = answered.map((one) => presentTrial(trials, one));
  const counting = rows.filter(({ load_kg }) => load_kg !== null);
  const number = (value: number | null) => value ?? Number.NaN;
  const columns: Variable[] = [
    column(
      trials.load,
      'kg',
      counting.map(({ load_kg }) => number(load_kg)),
    ),
    column(
      trials.found,
      'm',
      counting.map(({ height_m }) => number(height_m)),
    ),
  ];
  const refused = trials.refuse(basis.athletes);
  const found =
    refused ??
    runAnalysis(analysis, columns, {
      inputs: { [trials.load]: trials.load, [trials.found]: trials.found },
      parameters: Object.fromEntries(
        Object.entries(wanted.parameters ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      ...(wanted.preset !== undefined && { preset: wanted.preset }),
      held: { ...measuredBy(record, trials, answered), ...held },
    });
  if (isBadAsk(found)) return refuseBadAsk(found);
  const outcome: AnalysisOutcome = {
    ...{ analysis: analysis.id, version: analysis.version, signals_version: record.signalsVersion },
    ...{
      t0: 0,
      t1: record.durationSeconds,
      ...presentFound(analysis, found),
      inputs: { ...wanted.inputs },
      trials: rows,
    },
  };
  return {
    ...{ outcome, held, sha256: hashOf(answered), basis: basis.fingerprint },
    ...(isSaid && { trials: trialsInOriginal(answered.map(({ trial }) => trial)) }),
  };
}

function presentTrial({ output }: TrialsOf, { trial, answer: { outcome } }: Answered): AnsweredTrial {
  const value = outcome.values[output];
  return {
    ...{ record_id: trial.record.id, record_uid: trial.record.uid, basename: trial.record.basename },
    ...{ label: trial.label, is_whole: trial.stretch === undefined },
    ...{ t0: outcome.t0, t1: outcome.t1, load_kg: trial.load, height_m: value?.value ?? null },
    refused: outcome.refused ?? value?.reason ?? null,
  };
}

/** What trials and their scenario measured, where nobody says it: the body is what they weigh without their loads. */
function measuredBy(record: RecordRow, { weighed }: TrialsOf, answered: readonly Answered[]): HeldParameters {
  const bodies = answered
    .flatMap(({ trial: { load }, answer: { outcome } }) => {
      const mass = outcome.values[weighed.output]?.value ?? null;
      return load === null || mass === null ? [] : [mass - load];
    })
    .sort((a, b) => a - b);
  const body = bodies[bodies.length >> 1];
  const push = pushOffOfScenario(record.otherData);
  return {
    ...(body !== undefined && { [weighed.parameter]: { value: Math.round(body * 100) / 100, source: 'measured' } }),
    ...(push !== undefined && { pushOff: { value: push, source: 'measured' } }),
  };
}

const column = (name: string, unit: string, values: readonly number[]): Variable => ({
  ...{ name, unit, values: Float64Array.from(values) },
  timesSeconds: Float64Array.from(values, (_, row) => row),
});

/** Of all their samples, in their order, with their loads. */
function hashOf(answered: readonly Answered[]): string {
  const hash = createHash('sha256');
  for (const { trial, answer } of answered) hash.update(`${answer.sha256} ${trial.load}\n`);
  return hash.digest('hex');
}
