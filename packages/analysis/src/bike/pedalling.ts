import { meanAndDeviation } from '@sillage/signal';
import { defineAnalysis, type NoValue } from '../analysis.ts';
import { output } from '../describe.ts';
import { cycleFigure } from '../figures/cycle-figure.ts';
import { axis } from '../figures/figure.ts';
import { asymmetryPercent } from '../force-plate/side-outputs.ts';
import { pedallingFormulas } from './bike-formulas.ts';
import { bikeRoles } from './bike-roles.ts';
import { type Turn, turnsOfAngle } from './find-turns.ts';

const ant = 'ANT+ Bicycle Power';
const ofTurns = ['moyenne des tours', 'mean of the turns'] as const;
const leastTurns = 1;

/** How round the pedalling is: power over the angle of the crank. */
export const pedalling = defineAnalysis({
  id: 'pedalling',
  version: 1,
  name: { fr: 'Coup de pédale', en: 'Pedalling' },
  about: {
    fr: 'Efficacité, rondeur et équilibre du coup de pédale, tour par tour.',
    en: 'Effectiveness, smoothness and balance of the pedal stroke, turn by turn.',
  },
  serves: { scenarios: [], sports: ['velo', 'bmx', 'instrack'] },
  rows: 'samples',
  inputs: {
    angle: {
      name: { fr: 'angle de manivelle', en: 'crank angle' },
      unit: '°',
      spelled: /(^|_)(angle|crank_?angle|theta|pos_?angle)$/,
    },
    power: { ...bikeRoles.power, optional: true },
    powerLeft: {
      name: { fr: 'puissance gauche', en: 'left power' },
      unit: 'W',
      spelled: /(power|puissance)_(g|left|l)$/,
      optional: true,
    },
    powerRight: {
      name: { fr: 'puissance droite', en: 'right power' },
      unit: 'W',
      spelled: /(power|puissance)_(d|right|r)$/,
      optional: true,
    },
  },
  parameters: {},
  presets: [],
  explained: pedallingFormulas,
  outputs: {
    effectiveness: output(
      ['Efficacité du couple (TE)', 'Torque effectiveness (TE)'],
      ...(['%', 1] as const),
      ['100·(P⁺ + P⁻) ÷ P⁺ par tour', '100·(P⁺ + P⁻) ÷ P⁺ of each turn'],
      ['Part de la puissance que rien ne freine.', 'Share of the power that nothing brakes.'],
      ant,
      { better: 'higher' },
    ),
    smoothness: output(
      ['Rondeur (PS)', 'Pedal smoothness (PS)'],
      ...(['%', 1] as const),
      ['100 · moyenne ÷ maximum par tour', '100 · mean ÷ maximum of each turn'],
      ['100 : la même puissance tout le tour.', '100: the same power all around.'],
      ant,
      { better: 'higher' },
    ),
    power: output(
      ['Puissance par tour', 'Power per turn'],
      ...(['W', 0] as const),
      ofTurns,
      ['Puissance moyenne des tours.', 'Mean power of the turns.'],
      ant,
      { better: 'higher' },
    ),
    deadCentre: output(
      ['Point mort', 'Dead centre'],
      ...(['%', 1] as const),
      ['100 · minimum ÷ moyenne par tour', '100 · minimum ÷ mean of each turn'],
      [
        'Ce qui reste de puissance au plus faible du tour.',
        'What is left of the power at the weakest part of the turn.',
      ],
      'House',
      { better: 'higher' },
    ),
    cadence: output(
      ['Cadence', 'Cadence'],
      ...(['rpm', 1] as const),
      ['60 ÷ durée des tours', '60 ÷ duration of the turns'],
      ['Tours par minute.', 'Turns a minute.'],
      ant,
    ),
    balance: output(
      ['Part de la droite', 'Share of the right'],
      ...(['%', 1] as const),
      ['100 · D ÷ (G + D), puissances', '100 · R ÷ (L + R), powers'],
      ['50 : les deux jambes donnent autant.', '50: both legs give as much.'],
      ant,
    ),
    asymmetry: output(
      ['Asymétrie', 'Asymmetry'],
      ...(['%', 1] as const),
      ['100·(D − G) ÷ max, puissances', '100·(R − L) ÷ max of the powers'],
      ['Positive, la droite donne plus ; négative, la gauche.', 'Positive, the right gives more; negative, the left.'],
      'Bishop 2018',
    ),
    turns: output(
      ['Tours', 'Turns'],
      ...(['1', 0] as const),
      ['passages de l’angle par 0', 'passes of the angle through 0'],
      ['Tours entiers.', 'Whole turns.'],
      ant,
    ),
  },
  find({ angle, power, powerLeft, powerRight }) {
    const sides = powerLeft && powerRight;
    const total = power?.values ?? (sides && powerLeft.values.map((watts, i) => watts + powerRight.values[i]!));
    if (total === undefined) {
      return { refused: 'inputMissing', numbers: { role: { fr: 'puissance', en: 'power' }, unit: 'W' } };
    }
    const times = angle.timesSeconds;
    const turns = turnsOfAngle(angle.values);
    if (turns.length < leastTurns)
      return { refused: 'tooFewTurns', numbers: { count: turns.length, least: leastTurns } };
    const measured = turns.map((turn) => ({ ...measure(total, turn), seconds: times[turn.to]! - times[turn.from]! }));
    const mean = (of: (one: (typeof measured)[number]) => number) => meanAndDeviation(measured.map(of)).mean;
    const side = (values: Float64Array) => meanAndDeviation(turns.map((turn) => measure(values, turn).mean)).mean;
    const missing: NoValue = { reason: 'sideMissing' };
    const [left, right] = sides ? [side(powerLeft.values), side(powerRight.values)] : [undefined, undefined];
    return {
      values: {
        effectiveness: mean((one) => (100 * (one.positive + one.negative)) / one.positive),
        smoothness: mean((one) => (100 * one.mean) / one.most),
        power: mean((one) => one.mean),
        deadCentre: mean((one) => (100 * one.least) / one.mean),
        cadence: 60 / mean((one) => one.seconds),
        balance: left === undefined || right === undefined ? missing : (100 * right) / (left + right),
        asymmetry: left === undefined || right === undefined ? missing : asymmetryPercent(left, right),
        turns: turns.length,
      },
      figures: cycleFigure(
        {
          ...{ id: 'powerOfTurn', name: { fr: 'Puissance sur un tour', en: 'Power over a turn' } },
          y: axis('Puissance', 'Power', 'W'),
        },
        ...([times, total] as const),
        turns.map(({ from, to }) => ({ from: times[from]!, to: times[to]! })),
      ),
    };
  },
});

/** Samples [from, to) of a turn are spread evenly over it. */
function measure(values: Float64Array, { from, to }: Turn) {
  let [positive, negative, most, least] = [0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = from; i < to; i++) {
    const watts = values[i]!;
    if (watts > 0) positive += watts;
    else negative += watts;
    most = Math.max(most, watts);
    least = Math.min(least, watts);
  }
  return { positive, negative, most, least, mean: (positive + negative) / (to - from) };
}
