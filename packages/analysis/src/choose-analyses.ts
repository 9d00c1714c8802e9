import type { Analysis } from './analysis.ts';
import { analyses } from './catalogue.ts';
import { fitsRecord } from './choose-inputs.ts';

/** What is known of a recording besides its variables. */
export interface Told {
  readonly names: readonly string[];
  /** Name, as `aviron`. */
  readonly sport?: string | null;
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

const plainText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
