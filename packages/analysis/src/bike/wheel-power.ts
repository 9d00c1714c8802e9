import { meanAndDeviation } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { wheelPowerFormulas } from './bike-formulas.ts';
import { bikeRoles } from './bike-roles.ts';

/** Power at the wheel, from the torque of its hub and its speed. */
export const wheelPower = defineAnalysis({
  id: 'wheelPower',
  version: 1,
  name: { fr: 'Puissance à la roue', en: 'Power at the wheel' },
  about: {
    fr: 'Puissance d’après le couple du moyeu et la vitesse, à côté de la puissance mesurée.',
    en: 'Power by the torque of the hub and the speed, beside the measured power.',
  },
  serves: { scenarios: [], sports: [] },
  rows: 'samples',
  inputs: {
    torque: { ...bikeRoles.torque, name: { fr: 'couple au moyeu', en: 'hub torque' } },
    speed: bikeRoles.speed,
    power: { ...bikeRoles.power, optional: true },
  },
  parameters: {
    circumference: numberParameter(
      ['Circonférence', 'Circumference'],
      ...(['m', 2.096, [1, 3], 'PowerTap: 700 × 23C'] as const),
    ),
  },
  presets: [],
  explained: wheelPowerFormulas,
  outputs: {
    mean: output(
      ['Puissance moyenne', 'Mean power'],
      ...(['W', 0] as const),
      ['couple · 2π·vitesse ÷ circonférence', 'torque · 2π·speed ÷ circumference'],
      ['Puissance moyenne à la roue.', 'Mean power at the wheel.'],
      'House',
      { better: 'higher' },
    ),
    max: output(
      ['Puissance maximale', 'Maximal power'],
      ...(['W', 0] as const),
      ['couple · 2π·vitesse ÷ circonférence', 'torque · 2π·speed ÷ circumference'],
      ['La plus grande puissance à la roue.', 'The largest power at the wheel.'],
      'House',
      { better: 'higher' },
    ),
    difference: output(
      ['Écart à la puissance mesurée', 'Difference from the measured power'],
      ...(['W', 2] as const),
      ['écart quadratique moyen', 'root mean square'],
      ['De combien le calcul s’écarte de la mesure.', 'How far the computed power is from the measured one.'],
      'House',
      { better: 'lower' },
    ),
  },
  find({ torque, speed, power }, { circumference }) {
    const computed = torque.values.map(
      (newtonMetres, i) => (newtonMetres * 2 * Math.PI * (speed.values[i] ?? Number.NaN)) / circumference,
    );
    const { n, mean } = meanAndDeviation(computed);
    if (n < 2) return { refused: 'tooShort', numbers: { samples: n, least: 2 } };
    const squares = power
      ? meanAndDeviation(computed.map((watts, i) => (watts - (power.values[i] ?? Number.NaN)) ** 2))
      : undefined;
    return {
      values: {
        mean,
        max: computed.filter(Number.isFinite).reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
        difference: squares === undefined ? { reason: 'notMeasured' } : Math.sqrt(squares.mean),
      },
    };
  },
});
