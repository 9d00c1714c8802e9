import { findPeaks, lowPassTwice, meanAndDeviation } from '@sillage/signal';
import { defineAnalysis, type NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { cycleFigure } from '../figures/cycle-figure.ts';
import { axis } from '../figures/figure.ts';
import { asymmetryPercent } from '../force-plate/side-outputs.ts';
import { strokeOutputs } from './stroke-outputs.ts';
import { kayakFormulas } from './water-formulas.ts';

const [driveHz, leastStrokes, longestStroke] = [3, 4, 3];
const bySide = ['coups de ce côté, d’après le roulis', 'strokes of this side, by the roll'] as const;

/** Strokes of a kayak or canoe: one a side, told apart by how the boat rolls. */
export const kayakBoat = defineAnalysis({
  id: 'kayakBoat',
  version: 1,
  name: { fr: 'Coups de pagaie', en: 'Paddle strokes' },
  about: {
    fr: 'Cadence, régularité et équilibre gauche–droite d’après l’accélération et le roulis du bateau.',
    en: 'Rate, evenness and left–right balance by the acceleration and roll of the boat.',
  },
  serves: { scenarios: [], sports: ['kayak', 'canoe'] },
  rows: 'samples',
  inputs: {
    acceleration: {
      name: { fr: 'accélération vers l’avant', en: 'forward acceleration' },
      unit: 'm/s²',
      spelled: /^(acc_?x|a_?x|acc_forward)$/,
    },
    rollRate: {
      name: { fr: 'vitesse de roulis', en: 'roll rate' },
      unit: '°/s',
      spelled: /^(gyro_?x|g_?x|roll_rate)$/,
      optional: true,
    },
  },
  parameters: {
    prominence: numberParameter(
      ['Saillance minimale', 'Least prominence'],
      ...(['m/s²', 0.4, [0.05, 20], 'House (sheet 3.1)'] as const),
    ),
    highestRate: numberParameter(
      ['Cadence maximale', 'Highest rate'],
      ...(['1/min', 160, [40, 200], 'House (sheet 3.1)'] as const),
    ),
  },
  presets: [],
  explained: kayakFormulas,
  outputs: {
    strokes: strokeOutputs.strokes,
    rate: strokeOutputs.rate,
    rateDeviation: strokeOutputs.rateDeviation,
    strokesLeft: output(
      ['Coups à gauche', 'Strokes on the left'],
      ...(['1', 0] as const),
      bySide,
      ['Coups du côté gauche.', 'Strokes on the left side.'],
      'House (sheet 3.6)',
    ),
    strokesRight: output(
      ['Coups à droite', 'Strokes on the right'],
      ...(['1', 0] as const),
      bySide,
      ['Coups du côté droit.', 'Strokes on the right side.'],
      'House (sheet 3.6)',
    ),
    pushLeft: output(
      ['Poussée à gauche', 'Push on the left'],
      ...(['m/s²', 2] as const),
      ['pic d’accélération, moyenne du côté', 'peak acceleration, mean of the side'],
      ['Accélération des coups à gauche.', 'Acceleration of the strokes on the left.'],
      'House (sheet 3.6)',
      { better: 'higher' },
    ),
    pushRight: output(
      ['Poussée à droite', 'Push on the right'],
      ...(['m/s²', 2] as const),
      ['pic d’accélération, moyenne du côté', 'peak acceleration, mean of the side'],
      ['Accélération des coups à droite.', 'Acceleration of the strokes on the right.'],
      'House (sheet 3.6)',
      { better: 'higher' },
    ),
    asymmetry: output(
      ['Asymétrie', 'Asymmetry'],
      ...(['%', 1] as const),
      ['100·(D − G) ÷ max des poussées', '100·(R − L) ÷ max of the pushes'],
      [
        'Positive, la droite pousse plus ; négative, la gauche.',
        'Positive, the right pushes more; negative, the left.',
      ],
      'Bishop 2018',
    ),
  },
  find({ acceleration, rollRate }, { prominence, highestRate }) {
    const times = acceleration.timesSeconds;
    const rateHz = (times.length - 1) / (times.at(-1)! - times[0]!);
    if (!(rateHz >= 2 * driveHz)) return { refused: 'tooSlow', numbers: { rate: rateHz || 0, least: 2 * driveHz } };
    const { mean } = meanAndDeviation(acceleration.values);
    const smooth = lowPassTwice(
      acceleration.values.map((one) => one - mean),
      rateHz,
      driveHz,
    );
    const peaks = findPeaks(smooth, { prominence, distance: (60 / highestRate) * rateHz });
    const roll = rollRate && lowPassTwice(rollRate.values, rateHz, driveHz);
    const strokes = peaks.slice(0, -1).flatMap((peak, i) => {
      const [from, to] = [times[peak.at]!, times[peaks[i + 1]!.at]!];
      // A boat falls to the side on which the paddle pulls (House): to port with a positive roll rate.
      const side = roll === undefined ? undefined : roll[peak.at]! >= 0 ? 'left' : 'right';
      return to - from <= longestStroke ? [{ from, to, side, push: peak.value }] : [];
    });
    if (strokes.length < leastStrokes)
      return { refused: 'tooFewStrokes', numbers: { count: strokes.length, least: leastStrokes } };
    const rate = meanAndDeviation(strokes.map(({ from, to }) => 60 / (to - from)));
    const ofSide = (side: 'left' | 'right') =>
      meanAndDeviation(strokes.filter((one) => one.side === side).map(({ push }) => push));
    const [left, right] = [ofSide('left'), ofSide('right')];
    const missing: NoValue = { reason: 'sideMissing' };
    const hasBoth = left.n > 0 && right.n > 0;
    return {
      values: {
        ...{ strokes: strokes.length, rate: rate.mean, rateDeviation: rate.deviation },
        strokesLeft: roll ? left.n : missing,
        strokesRight: roll ? right.n : missing,
        pushLeft: left.n > 0 ? left.mean : missing,
        pushRight: right.n > 0 ? right.mean : missing,
        asymmetry: hasBoth ? asymmetryPercent(left.mean, right.mean) : missing,
      },
      cycles: strokes.map(({ from, to, push }) => ({ from, to, values: { rate: 60 / (to - from), push } })),
      figures: cycleFigure(
        {
          ...{ id: 'accelerationOfStroke', name: { fr: 'Accélération sur un coup', en: 'Acceleration over a stroke' } },
          y: axis('Accélération', 'Acceleration', 'm/s²'),
        },
        ...([times, smooth, strokes] as const),
      ),
      phases: strokes.slice(0, 400).map(({ from, to, side }) => ({ name: side ?? 'stroke', from, to })),
    };
  },
});
