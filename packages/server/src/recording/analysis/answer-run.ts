import { analysisOf, chooseInputs, isBadAsk, isRefused, refusalSentence, type Variable } from '@sillage/analysis';
import { type AnalysisOutcome, isRefusal, limits, type Refusal, refuse, type Translated } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { brokenField } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import { answerAsked } from './answer-asked.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
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
  const sees = eq(records.clientId, record.clientId);
  const answer = await answerAsked(dependencies, record, { wanted, held, sees }, new AbortController().signal);
  return isRefusal(answer) ? answer : answer.outcome;
}

/** What samples of a record that is being made answer: the numbers that the finished record answers of the same stretch. */
export interface LiveOutcome {
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
  readonly refused: Translated | null;
}

export async function answerLive(
  { database: { db }, analyses }: Pick<AnalysisDependencies, 'database' | 'analyses'>,
  recordId: number,
  wanted: string,
  samples: readonly Variable[],
): Promise<LiveOutcome | Refusal> {
  const analysis = analysisOf(wanted);
  if (analysis === undefined || analysis.rows === 'table') return brokenField('analysis', 'unknown');
  const [record] = await db.select().from(records).where(eq(records.id, recordId));
  if (record === undefined) return refuse('entity.notFound');
  const held = (await heldOfRecords(db, [record]))(record, wanted);
  const chosen = chooseInputs(
    analysis,
    samples.map(({ name }) => name),
    {},
  );
  const variables = [...chosen.values()];
  const run = await analyses.run(
    {
      ...{ analysis: analysis.id, folder: '', variables, fromSeconds: 0, toSeconds: 0 },
      mostNumbers: limits.analysisSamples,
      samples: samples.filter(({ name }) => variables.includes(name)),
      options: { inputs: Object.fromEntries(chosen), parameters: {}, held },
    },
    new AbortController().signal,
  );
  if (run === 'tooLong') return refuse('record.analysisTooLong', { maximum: String(limits.analysisSamples) });
  if (isRefusal(run)) return run;
  const { found } = run;
  if (isBadAsk(found)) return brokenField('analysis', 'unknown');
  if (isRefused(found)) return { values: {}, refused: refusalSentence(found, analysis.parameters) };
  const values = Object.entries(found.values).map(([name, { value, unit }]) => [name, { value, unit }] as const);
  return { values: Object.fromEntries(values), refused: null };
}
