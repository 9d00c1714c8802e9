import { isDeepStrictEqual } from 'node:util';
import { analysesFor, analysisOf } from '@sillage/analysis';
import type { HeldParameters, ResultAsked } from '@sillage/contract';
import { isReadable, type RecordRow } from '../records/index.ts';
import type { KeptRow } from '../results/index.ts';
import type { StateOfTrials } from './other-basis.ts';

/** What a record is still to be asked. */
export interface MissingResult {
  readonly analysis: string;
  readonly asked: ResultAsked;
  /** Who asked for it; null: nobody. */
  readonly userName: string | null;
  /** The result whose place it takes, if any. */
  readonly replaced?: KeptRow | undefined;
}

export interface ResultsToMake {
  readonly missing: readonly MissingResult[];
  /** Results that nobody asked for, of analyses that are not those of its exercise or sport any more. */
  readonly outdatedIds: readonly number[];
}

type Judged = Pick<
  RecordRow,
  'decodeState' | 'availableData' | 'exerciseName' | 'signalsVersion' | 'scenarioClassname'
>;

/**
 * What a record answers by itself and lacks, and what was computed of other signals or by an older version.
 * @param kept what holds of the record
 * @param sport its name
 * @param heldOf what holds of the parameters of an analysis now
 * @param trialsOf what became of the trials of a result
 */
export function resultsToMake(
  record: Judged,
  kept: readonly KeptRow[],
  sport: string | null,
  heldOf: (analysis: string) => HeldParameters,
  trialsOf: (row: KeptRow) => StateOfTrials,
): ResultsToMake {
  if (!isReadable(record) || record.decodeState !== 'done') return { missing: [], outdatedIds: [] };
  const names = Object.keys(record.availableData);
  const ownIds = analysesFor({
    names,
    sport,
    exercise: record.exerciseName,
    scenario: record.scenarioClassname,
  }).map(({ id }) => id);
  const isOutdated = ({ analysis, userName, asked }: KeptRow) =>
    analysisOf(analysis) === undefined || (userName === null && isWhole(asked) && !ownIds.includes(analysis));
  const holding = kept.filter((row) => !isOutdated(row));
  const whole = new Set(holding.filter(({ asked }) => isWhole(asked)).map(({ analysis }) => analysis));
  return {
    missing: [
      ...ownIds
        .filter((id) => !whole.has(id))
        .map((analysis) => ({ analysis, asked: { inputs: {}, parameters: {} }, userName: null })),
      ...holding
        .filter((row) => {
          const { analysis, asked, outcome } = row;
          const trials = trialsOf(row);
          // Whatever else is new: without their samples it would be made of the others alone.
          if (trials === 'waiting') return false;
          return (
            outcome.signals_version !== record.signalsVersion ||
            outcome.version !== analysisOf(analysis)?.version ||
            !isDeepStrictEqual(asked.held ?? {}, heldOf(analysis)) ||
            trials === 'other'
          );
        })
        .map((row) => ({ analysis: row.analysis, asked: row.asked, userName: row.userName, replaced: row })),
    ],
    outdatedIds: kept.filter(isOutdated).map(({ id }) => id),
  };
}

const isWhole = ({ t0, t1 }: ResultAsked) => t0 === undefined && t1 === undefined;
