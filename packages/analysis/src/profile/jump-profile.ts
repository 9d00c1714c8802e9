import { fitLine } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis, curveOf, type Figure } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { sj } from '../force-plate/sj.ts';
import { jumpProfileFormulas } from './profile-formulas.ts';
import { answerOfProfile, profileOutputs } from './profile-outputs.ts';

const [leastLoads, leastExplained] = [4, 0.95];

/** Squat jumps with loads: force and velocity of each, and the line through them. */
export const jumpProfile = defineAnalysis({
  id: 'jumpProfile',
  version: 3,
  name: { fr: 'Profil force–vitesse du saut', en: 'Force–velocity profile of the jump' },
  about: {
    fr: 'Force, vitesse, puissance et déséquilibre d’après des squat jumps avec plusieurs charges.',
    en: 'Force, velocity, power and imbalance from squat jumps with several loads.',
  },
  serves: { scenarios: ['PFVScenario'], sports: [], exercises: /\bpfv\b|(profil|force.?v\S+).*\b(saut|sj|jump)/ },
  rows: 'table',
  trials: {
    ...{ analysis: sj, load: 'load', found: 'height', output: 'heightImpulse' },
    weighed: { output: 'mass', parameter: 'bodyMass' },
    refuse: (count) => (count > 1 ? { refused: 'severalAthletes', numbers: { count } } : undefined),
  },
  inputs: {
    load: { name: { fr: 'charge', en: 'load' }, unit: 'kg', spelled: /^(load|charge|external_load)$/ },
    height: { name: { fr: 'hauteur', en: 'height' }, unit: 'm', spelled: /^(height|hauteur|h)$/, optional: true },
    flight: {
      name: { fr: 'temps de vol', en: 'flight time' },
      unit: 's',
      spelled: /^(flight(_time)?|aerial_time|t_?f)$/,
      optional: true,
    },
  },
  parameters: {
    bodyMass: numberParameter(['Masse', 'Mass'], ...(['kg', null, [20, 250], 'of the athlete'] as const)),
    pushOff: numberParameter(
      ['Distance de poussée', 'Push-off distance'],
      ...(['m', null, [0.1, 1], 'extended − 90° squat leg length (Samozino 2008)'] as const),
    ),
    gravity: numberParameter(
      ['Pesanteur', 'Gravity'],
      ...(['m/s²', 9.81, [9.7, 9.9], '9.80665 is the standard gravity'] as const),
    ),
  },
  presets: [],
  explained: jumpProfileFormulas,
  outputs: {
    ...profileOutputs,
    loads: output(
      ['Charges', 'Loads'],
      ...(['1', 0] as const),
      ['charges différentes avec une hauteur', 'different loads with a height'],
      ['Charges que la droite relie.', 'Loads that the line joins.'],
      'Samozino 2008',
    ),
    rSquared: output(
      ['Part expliquée (R²)', 'Share explained (R²)'],
      ...(['1', 3] as const),
      ['droite force–vitesse', 'force–velocity line'],
      ['1 : la droite passe par tous les sauts.', '1: the line passes through every jump.'],
      'Samozino 2008',
    ),
  },
  find({ load, height, flight }, { bodyMass, pushOff, gravity }) {
    if (bodyMass === null || pushOff === null) {
      const parameters = [...(bodyMass === null ? ['bodyMass'] : []), ...(pushOff === null ? ['pushOff'] : [])];
      return { refused: 'parameterMissing', numbers: {}, parameters };
    }
    const jumps = Array.from(load.values, (kilograms, i) => {
      const seconds = flight?.values[i] ?? Number.NaN;
      return { kilograms, metres: height?.values[i] ?? (gravity * seconds ** 2) / 8 };
    }).filter(({ kilograms, metres }) => kilograms >= 0 && kilograms < 1000 && metres > 0 && metres < 2);
    const loads = new Set(jumps.map(({ kilograms }) => kilograms)).size;
    if (loads < leastLoads) return { refused: 'tooFewLoads', numbers: { count: loads, least: leastLoads } };
    const forces = jumps.map(
      ({ kilograms, metres }) => (((bodyMass + kilograms) * gravity) / bodyMass) * (metres / pushOff + 1),
    );
    const velocities = jumps.map(({ metres }) => Math.sqrt((gravity * metres) / 2));
    const fitted = fitLine(velocities, forces);
    if (fitted === undefined || !(fitted.slope < 0 && fitted.intercept > 0)) return { refused: 'noFit', numbers: {} };
    const { slope, intercept, rSquared } = fitted;
    const profile = answerOfProfile({ force: intercept, velocity: -intercept / slope, pushOff, gravity });
    return {
      values: { ...profile, loads, rSquared },
      figures: profileFigures({ velocities, forces, slope, intercept }, profile),
      warnings: [
        ...(rSquared < leastExplained
          ? [{ code: 'poorFit', numbers: { percent: 100 * rSquared, least: 100 * leastExplained } } as const]
          : []),
        ...(jumps.length < load.values.length
          ? [{ code: 'rowsLeftOut', numbers: { count: load.values.length - jumps.length } } as const]
          : []),
      ],
    };
  },
});

interface Line {
  readonly velocities: readonly number[];
  readonly forces: readonly number[];
  readonly slope: number;
  readonly intercept: number;
}

/** The line with its jumps and what it leaves, beside the line that jumps highest with the same power. */
function profileFigures(
  { velocities, forces, slope, intercept }: Line,
  { power, optimalSlope }: { readonly power: number; readonly optimalSlope: number },
): Figure[] {
  const fitted = fitFigures({
    ...{ id: 'forceVelocity', name: { fr: 'Force–vitesse', en: 'Force–velocity' } },
    ...{ x: axis('Vitesse moyenne', 'Mean velocity', 'm/s'), y: axis('Force moyenne', 'Mean force', 'N/kg') },
    ...{ measured: { x: velocities, y: forces }, drawn: [0, -intercept / slope] },
    model: (velocity) => intercept + slope * velocity,
  });
  const force = Math.sqrt(4 * power * -optimalSlope);
  if (!Number.isFinite(force)) return fitted;
  const optimal = curveOf(optimalName, [0, force / -optimalSlope], [force, 0]);
  return fitted.map((figure, i) => (i === 0 ? { ...figure, series: [optimal, ...figure.series] } : figure));
}

const optimalName = { fr: 'Optimal, même puissance', en: 'Optimal, same power' };
