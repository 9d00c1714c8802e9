import { analysisOf } from '@sillage/analysis';
import type { AnalysisWanted, ResultAsked } from '@sillage/contract';
import { stretchInOriginal, stretchInRecord, untouched } from '@sillage/domain';
import { placeInOriginal, placeInRecord, type RecordRow } from '../records/index.ts';

/** What a result is kept with: windows and edges are where they are in the original, as selections are. */
export function askedInOriginal(record: RecordRow, wanted: AnalysisWanted): ResultAsked {
  const { t0, t1, preset, inputs = {}, parameters = {} } = wanted;
  const isWhole = t0 === undefined && t1 === undefined;
  const stretch = { t0: t0 ?? 0, t1: Math.min(t1 ?? record.durationSeconds, record.durationSeconds) };
  return {
    ...(isWhole ? {} : stretchInOriginal(record.appliedSteps?.times ?? untouched.times, stretch)),
    ...(preset !== undefined && { preset }),
    inputs,
    parameters: withEdges(wanted.analysis, parameters, (seconds) => placeInOriginal(record, seconds)),
  };
}

/** The same in times of the record as it is now; undefined where it lies outside of what is cropped. */
export function wantedInRecord(record: RecordRow, analysis: string, asked: ResultAsked): AnalysisWanted | undefined {
  const { t0, t1, preset, inputs, parameters } = asked;
  const times = record.appliedSteps?.times ?? untouched.times;
  const stretch = t0 === undefined || t1 === undefined ? {} : stretchInRecord(times, { t0, t1 });
  return (
    stretch && {
      ...{ analysis, inputs, ...stretch },
      ...(preset !== undefined && { preset }),
      parameters: withEdges(analysis, parameters, (seconds) => placeInRecord(record, seconds)),
    }
  );
}

function withEdges(analysis: string, parameters: ResultAsked['parameters'], move: (seconds: number) => number) {
  const rules = analysisOf(analysis)?.parameters ?? {};
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const rule = rules[name];
      const isEdge = rule !== undefined && 'edge' in rule && rule.edge !== undefined;
      return [name, isEdge && typeof value === 'number' ? move(value) : value];
    }),
  );
}
