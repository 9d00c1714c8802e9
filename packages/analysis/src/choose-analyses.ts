import type { Analysis } from './analysis.ts';
import { analyses } from './catalogue.ts';
import { chooseInputs, fitsRecord } from './choose-inputs.ts';

/** What is known of a recording besides its variables. */
export interface Told {
  readonly names: readonly string[];
  /** Name, as `aviron`. */
  readonly sport?: string | null | undefined;
  readonly exercise?: string | null;
  /** Class name. */
  readonly scenario?: string | null;
}

/**
 * The analyses that a recording answers by itself: whose variables it has, and that its scenario, else its exercise, else its
 * sport asks for. An exercise that is a test of its own is not analysed as its sport.
 */
export function analysesFor({ names, sport, exercise, scenario }: Told): Analysis[] {
  const fitting = analyses.filter((analysis) => fitsRecord(analysis, names));
  const ofScenario = fitting.filter(({ serves }) => scenario != null && serves.scenarios.includes(scenario));
  if (ofScenario.length > 0) return ofScenario;
  const plain = plainText(exercise ?? '');
  const ofExercise = fitting.filter(({ serves }) => plain !== '' && serves.exercises?.test(plain));
  if (ofExercise.length > 0) return ofExercise;
  return fitting.filter(({ serves }) => sport != null && serves.sports.includes(sport));
}

/**
 * All analyses that recordings answer, the likeliest first: what the recording answers by itself, then the others that it can answer, then
 * those that lack a variable. Of what it answers by itself the catalogue's order decides: a ride is a ride before it is a track.
 * Among others, one that cannot do without some variable comes before one that takes what there is, and the one with most of
 * its variables found comes first. A check of the sensor comes after what is measured by it.
 */
export function rankAnalyses(told: Told): Analysis[] {
  const own = new Set(analysesFor(told));
  const likelihood = (analysis: Analysis) =>
    (own.has(analysis) ? 5000 - analyses.indexOf(analysis) : likelihoodOfOthers(analysis)) -
    (analysis.isCheck ? 600 : 0);
  // One jump is seldom a profile.
  const likelihoodOfOthers = (analysis: Analysis) =>
    (fitsRecord(analysis, told.names) ? (analysis.trials === undefined ? 1000 : 700) : 0) +
    (Object.values(analysis.inputs).some(({ optional }) => !optional) ? 500 : 0) +
    chooseInputs(analysis, told.names).size;
  return analyses
    .filter(({ rows, trials }) => rows === 'samples' || trials !== undefined)
    .map((analysis) => ({ analysis, likely: likelihood(analysis) }))
    .sort((a, b) => b.likely - a.likely)
    .map(({ analysis }) => analysis);
}

const plainText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
