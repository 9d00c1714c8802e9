import { type AnalysisResult, analysisOf, chooseInputs, isBadAsk, isRefused } from '@sillage/analysis';
import { isRefusal, limits, type Trial } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import { isReadable } from '../records/index.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { heldOfRecords } from './hold-parameters.ts';
import { wantedInRecord } from './times-of-original.ts';

const { analysisResults, records } = tables;

/** By number: what published methods differ by on one trial. */
export type SpreadOfMethods = Readonly<Record<string, number>>;
const none: SpreadOfMethods = {};

/**
 * The numbers of one trial by the analysis' own rules and by each preset: most − least. None where the analysis has one way only,
 * or the trial cannot be asked now: a verdict does not wait for it.
 */
export async function spreadOfTrial(
  { database: { db }, folder, analyses }: AnalysisDependencies,
  trial: Pick<Trial, 'result_id'> | undefined,
  signal: AbortSignal,
): Promise<SpreadOfMethods> {
  if (trial === undefined) return none;
  const [row] = await db
    .select({ result: analysisResults, record: records })
    .from(analysisResults)
    .innerJoin(records, eq(records.id, analysisResults.recordId))
    .where(eq(analysisResults.id, trial.result_id));
  const analysis = analysisOf(row?.result.analysis ?? '');
  if (row === undefined || analysis === undefined || analysis.presets.length === 0) return none;
  const { record, result } = row;
  const wanted = isReadable(record) ? wantedInRecord(record, analysis.id, result.asked) : undefined;
  if (wanted === undefined) return none;
  const inputs = chooseInputs(analysis, Object.keys(record.availableData), wanted.inputs);
  const run = await analyses.run(
    {
      ...{ analysis: analysis.id, folder: await folder.files.localPath(stored.signals(record.uid)) },
      ...{ variables: [...inputs.values()], mostNumbers: limits.analysisSamples },
      ...{ fromSeconds: wanted.t0 ?? 0, toSeconds: wanted.t1 ?? record.durationSeconds },
      options: { inputs: Object.fromEntries(inputs), held: (await heldOfRecords(db, [record]))(record, analysis.id) },
      alsoBy: analysis.presets.map(({ name }) => name),
    },
    signal,
  );
  if (run === 'tooLong' || isRefusal(run)) return none;
  const found = [run.found, ...run.others].filter((one) => !isRefused(one) && !isBadAsk(one));
  return spreadOf(Object.keys(analysis.outputs), found as AnalysisResult[]);
}

function spreadOf(ids: readonly string[], found: readonly AnalysisResult[]): SpreadOfMethods {
  const entries = ids.flatMap((id) => {
    const values = found.flatMap(({ values: all }) => all[id]?.value ?? []);
    return values.length < 2 ? [] : [[id, Math.max(...values) - Math.min(...values)] as const];
  });
  return Object.fromEntries(entries);
}
