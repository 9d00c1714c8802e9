import {
  type AnalysisResult,
  analysisOf,
  isBadAsk,
  isRefused,
  type RunOptions,
  runAnalysis,
  type Variable,
} from './index.ts';

/** Signals of a test by name, each of its time in s, sampled from zero on. */
export function makeRecording(
  seconds: number,
  rateHz: number,
  signals: Readonly<Record<string, readonly [unit: string, of: (t: number) => number]>>,
): Variable[] {
  const timesSeconds = Float64Array.from({ length: Math.round(seconds * rateHz) }, (_, i) => i / rateHz);
  return Object.entries(signals).map(([name, [unit, of]]) => ({
    name,
    unit,
    timesSeconds,
    values: timesSeconds.map(of),
  }));
}

/** Rows of a table, by column. */
export function makeTable(columns: Readonly<Record<string, readonly number[]>>): Variable[] {
  return Object.entries(columns).map(([name, values]) => ({
    ...{ name, unit: '', values: Float64Array.from(values) },
    timesSeconds: Float64Array.from(values, (_, i) => i),
  }));
}

export interface Answered extends AnalysisResult {
  /** Numbers by name; NaN where there is none. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** What an analysis answers. @throws where it refuses */
export function answerOf(id: string, variables: readonly Variable[], options: RunOptions = {}): Answered {
  const found = outcomeOf(id, variables, options);
  if (isRefused(found)) throw new Error(JSON.stringify(found));
  return {
    ...found,
    numbers: Object.fromEntries(Object.entries(found.values).map(([name, { value }]) => [name, value ?? Number.NaN])),
  };
}

/** The same, or why it refuses. @throws where it was asked wrongly */
export function outcomeOf(id: string, variables: readonly Variable[], options: RunOptions = {}) {
  const analysis = analysisOf(id);
  if (analysis === undefined) throw new Error(`no analysis ${id}`);
  const found = runAnalysis(analysis, variables, options);
  if (isBadAsk(found)) throw new Error(JSON.stringify(found));
  return found;
}
