import type { AnalysisDescription, AthleteHistory, Judgement, TeamResults, Trial } from '@sillage/contract';

const both = (text: string) => ({ fr: text, en: `${text} en` });
const about = {
  decimals: 3,
  method: both('impulsion'),
  about: both('Combien.'),
  source: 'Linthorne 2001',
  frame: null,
  ...{ formula: null, no_formula: null, over: '', roles: [] },
};

/** A jump whose height and depth are numbers. */
export const jumpAnalysis: AnalysisDescription = {
  ...{
    id: 'cmj',
    version: 2,
    name: both('Saut'),
    about: both('Un saut.'),
    scenarios: [],
    sports: [],
    rows: 'samples',
    is_check: false,
    has_trials: false,
  },
  ...{ inputs: {}, parameters: {}, presets: [] },
  outputs: {
    height: { ...about, name: both('Hauteur'), unit: 'm', better: 'higher' },
    depth: { ...about, name: both('Profondeur'), unit: 'm', better: null },
  },
};

let serial = 0;
/** A trial of a day, so high, m. */
export function makeTrial(day: string, height: number | null, more: Partial<Trial> = {}): Trial {
  serial += 1;
  return {
    ...{
      result_id: serial,
      record_id: 100 + serial,
      record_ids: [],
      basename: `saut ${serial}`,
      day,
      timezone: 'Europe/Paris',
    },
    ...{ timestamp: Date.parse(`${day}T10:00:00Z`), t0: 0, t1: 5, values: { height, depth: -0.3 } },
    ...{ method: 'v2', refused: null, warnings: [], excluded: null },
    ...more,
  };
}

export const clearlyBetter: Judgement = {
  ...{ verdict: 'better', n: 6, latest: 0.36, reference: 0.31, mdc90: 0.015, method_spread: 0.012, swc: 0.004 },
  typical_error: { value: 0.0064, low: 0.005, high: 0.009, between: 'trials' },
};
export const nothingSaid: Judgement = {
  ...{ verdict: 'tooFew', n: 2, latest: 0.31, reference: 0.3, mdc90: null, typical_error: null },
  ...{ method_spread: null, swc: null },
};

export function makeHistory(trials: readonly Trial[], judged: AthleteHistory['judged']): AthleteHistory {
  return {
    user: { id: 5, firstname: 'Jules', lastname: 'Ferrand' },
    ...{ analyses: [jumpAnalysis], analysis: 'cmj', trials: [...trials], is_cut: false, judged },
  };
}

export function makeTeam(rows: TeamResults['rows'], group: TeamResults['group'] = {}): TeamResults {
  const inState = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    ...{ analysis: jumpAnalysis, from: '2026-05-01', to: '2026-05-31', rows, group },
    ...{ tested: inState('tested'), refused: inState('refused'), absent: inState('absent') },
  };
}
