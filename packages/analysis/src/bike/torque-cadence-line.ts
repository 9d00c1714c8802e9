import { fitLine } from '@sillage/signal';
import { output } from '../describe.ts';
import { axis } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';

const vandewalle = 'Vandewalle 1987; Driss & Vandewalle 2013';
const line = ['droite T = T0·(1 − C/C0)', 'line T = T0·(1 − C/C0)'] as const;

/** What torque and cadence of maximal efforts answer. */
export const torqueCadenceOutputs = {
  power: output(
    ['Puissance maximale', 'Maximal power'],
    ...(['W', 0] as const),
    ['T0/2 · 2π·Copt/60', 'T0/2 · 2π·Copt/60'],
    ['La plus grande puissance de la droite.', 'The largest power of the line.'],
    vandewalle,
    { better: 'higher' },
  ),
  cadenceOptimal: output(
    ['Cadence optimale', 'Optimal cadence'],
    ...(['rpm', 0] as const),
    ['C0 ÷ 2', 'C0 ÷ 2'],
    ['La cadence de la plus grande puissance.', 'The cadence of the largest power.'],
    vandewalle,
  ),
  torqueOptimal: output(
    ['Couple optimal', 'Optimal torque'],
    ...(['N·m', 0] as const),
    ['T0 ÷ 2', 'T0 ÷ 2'],
    ['Le couple de la plus grande puissance.', 'The torque of the largest power.'],
    vandewalle,
  ),
  torque0: output(
    ['Couple maximal théorique (T0)', 'Theoretical torque (T0)'],
    ...(['N·m', 0] as const),
    line,
    ['Couple à cadence nulle.', 'Torque at no cadence.'],
    vandewalle,
    { better: 'higher' },
  ),
  cadence0: output(
    ['Cadence maximale théorique (C0)', 'Theoretical cadence (C0)'],
    ...(['rpm', 0] as const),
    line,
    ['Cadence à couple nul.', 'Cadence at no torque.'],
    vandewalle,
    { better: 'higher' },
  ),
  rSquared: output(
    ['Part expliquée (R²)', 'Share explained (R²)'],
    ...(['1', 3] as const),
    line,
    ['1 : la droite passe par tous les points.', '1: the line passes through every point.'],
    vandewalle,
  ),
  points: output(
    ['Points', 'Points'],
    ...(['1', 0] as const),
    ['un par effort ou par tour', 'one an effort or a turn'],
    ['Points de la droite.', 'Points of the line.'],
    vandewalle,
  ),
} as const;

/** W of a torque at a cadence. */
export const powerOf = (torque: number, cadenceRpm: number): number => (torque * 2 * Math.PI * cadenceRpm) / 60;

/** undefined where torque does not fall with cadence. */
export function fitTorqueCadence(cadencesRpm: readonly number[], torques: readonly number[]) {
  const fitted = fitLine(cadencesRpm, torques);
  if (fitted === undefined || !(fitted.slope < 0 && fitted.intercept > 0)) return undefined;
  const [torque0, cadence0] = [fitted.intercept, -fitted.intercept / fitted.slope];
  const [torqueOptimal, cadenceOptimal] = [torque0 / 2, cadence0 / 2];
  const values = {
    ...{ torque0, cadence0, torqueOptimal, cadenceOptimal, power: powerOf(torqueOptimal, cadenceOptimal) },
    ...{ rSquared: fitted.rSquared, points: torques.length },
  };
  const figures = fitFigures({
    ...{ id: 'torqueCadence', name: { fr: 'Couple–cadence', en: 'Torque–cadence' } },
    ...{ x: axis('Cadence', 'Cadence', 'rpm'), y: axis('Couple', 'Torque', 'N·m') },
    ...{ measured: { x: cadencesRpm, y: torques }, drawn: [0, cadence0] },
    model: (rpm) => fitted.intercept + fitted.slope * rpm,
  });
  return { values, figures };
}
