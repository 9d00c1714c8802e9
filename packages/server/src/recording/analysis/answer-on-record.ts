import {
  type Analysis,
  type AnalysisResult,
  analysisOf,
  type BadAsk,
  chooseInputs,
  type Figure,
  isBadAsk,
  isRefused,
  phaseWord,
  type Refusal as Refused,
  reasonSentence,
  refusalSentence,
  warningSentence,
} from '@sillage/analysis';
import {
  type AnalysisOutcome,
  type AnalysisWanted,
  type Figure as FigureShape,
  type HeldParameters,
  isRefusal,
  type KeptTrial,
  limits,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { brokenField } from '../../administration/tenancy/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { RecordDependencies, RecordRow } from '../records/index.ts';
import type { Analyses } from './create-analyses.ts';

export type AnalysisDependencies = Pick<RecordDependencies, 'database' | 'folder'> & { readonly analyses: Analyses };

/** What was found of which samples. */
export interface Answer {
  readonly outcome: AnalysisOutcome;
  readonly held: HeldParameters;
  /** Of the samples, hexadecimal. */
  readonly sha256: string;
  /** Trials that were said, in times of the originals. */
  readonly trials?: readonly KeptTrial[];
  /** Of several trials: fingerprint of which they are, with their loads and rules. */
  readonly basis?: string;
}

/** The field of the request that a run did not know. */
const fieldOf = { input: 'inputs', variable: 'inputs', parameter: 'parameters', preset: 'preset' } as const;

/**
 * Runs an analysis on a window of a record that can be read.
 * @param held what holds for the record where nothing is said
 */
export async function answerOnRecord(
  { folder, analyses }: Pick<AnalysisDependencies, 'folder' | 'analyses'>,
  record: RecordRow,
  wanted: AnalysisWanted,
  held: HeldParameters,
  signal: AbortSignal,
): Promise<Answer | Refusal> {
  const analysis = analysisOf(wanted.analysis);
  if (analysis === undefined || analysis.rows === 'table') return brokenField('analysis', 'unknown');
  const { t0 = 0, inputs = {}, parameters = {}, preset } = wanted;
  const t1 = Math.min(wanted.t1 ?? record.durationSeconds, record.durationSeconds);
  if (t0 >= record.durationSeconds) return brokenField('t0', 'afterEnd');
  const chosen = chooseInputs(analysis, Object.keys(record.availableData), inputs);
  const stranger = Object.keys(inputs).find((role) => !chosen.has(role));
  if (stranger !== undefined) return brokenField('inputs', 'unknown');
  const run = await analyses.run(
    {
      ...{ analysis: analysis.id, folder: await folder.files.localPath(stored.signals(record.uid)) },
      ...{ variables: [...chosen.values()], fromSeconds: t0, toSeconds: t1, mostNumbers: limits.analysisSamples },
      options: {
        inputs: Object.fromEntries(chosen),
        parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
        ...(preset !== undefined && { preset }),
        held,
      },
    },
    signal,
  );
  if (run === 'tooLong') return refuse('record.analysisTooLong', { maximum: String(limits.analysisSamples) });
  if (isRefusal(run)) return run;
  const { found, sha256 } = run;
  if (isBadAsk(found)) return refuseBadAsk(found);
  const about = { analysis: analysis.id, version: analysis.version, signals_version: record.signalsVersion, t0, t1 };
  return { outcome: { ...about, ...presentFound(analysis, found), trials: [] }, held, sha256 };
}

export const refuseBadAsk = ({ bad }: BadAsk): Refusal =>
  brokenField(fieldOf[bad], bad === 'parameter' ? 'parameter' : 'unknown');

type FoundPart = Omit<AnalysisOutcome, 'analysis' | 'version' | 'signals_version' | 't0' | 't1' | 'trials'>;

/** Of an outcome what was found, or why it was refused. */
export function presentFound(analysis: Analysis, found: AnalysisResult | Refused): FoundPart {
  if (!isRefused(found)) return { refused: null, ...presentFindings(analysis, found) };
  return {
    refused: { code: found.refused, message: refusalSentence(found, analysis.parameters) },
    ...{ values: {}, phases: [], events: [], cycles: [], figures: [], windows: {}, samples: {}, warnings: [] },
    ...{ correction: null, parameters: {}, inputs: {} },
  };
}

function presentFindings({ parameters: all }: Analysis, found: AnalysisResult) {
  const { values, phases, events, cycles, figures, windows, samples, warnings, parameters, inputs, correction } = found;
  return {
    correction:
      correction === undefined ? null : { name: correction.name, axes: correction.axes.map((one) => ({ ...one })) },
    values: Object.fromEntries(
      Object.entries(values).map(([id, { reason, parameters: toGive, ...value }]) => {
        const message = reason && reasonSentence({ reason, parameters: toGive }, all);
        return [id, { ...value, reason: message ? { code: reason, message } : null }];
      }),
    ),
    phases: phases.map(({ name, from, to }) => ({ name, label: phaseWord(name), t0: from, t1: to })),
    events: events.map(({ name, at }) => ({ name, label: phaseWord(name), t: at })),
    cycles: cycles.map(({ from, to, values: own }) => ({ t0: from, t1: to, values: { ...own } })),
    figures: figures.map(presentFigure),
    windows: Object.fromEntries(
      Object.entries(windows).map(([over, pieces]) => [over, pieces.map(({ from, to }) => ({ t0: from, t1: to }))]),
    ),
    samples: { ...samples },
    warnings: warnings.map((warning) => ({ code: warning.code, message: warningSentence(warning) })),
    parameters: { ...parameters },
    inputs: { ...inputs },
  };
}

/** Six digits: more than a drawing shows. */
const drawn = (value: number) => Number(value.toPrecision(6));
const drawnOrGap = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : drawn(value)));

function presentFigure({ id, name, x, y, isSquare, isLogarithmic, series }: Figure): FigureShape {
  return {
    ...{ id, name, x, y, is_square: isSquare === true, is_logarithmic: isLogarithmic === true },
    series: series.map(({ kind, name: called, side, high, counts, shade, ...points }) => ({
      ...{ kind, name: called, side: side ?? null, x: points.x.map(drawn), y: drawnOrGap(points.y) },
      high: high === undefined ? null : drawnOrGap(high),
      counts: counts === undefined ? null : [...counts],
      shade: shade ?? null,
    })),
  };
}
