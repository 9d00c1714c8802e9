import { meanAndDeviation } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { attitudeHz, attitudeOf } from './attitude.ts';
import { rowingBoatFormulas } from './water-formulas.ts';

const leastSamples = 20;
const accelerometer = ['accélération lente, gravité', 'slow acceleration, gravity'] as const;
const angle = (fr: string, en: string, aboutFr: string, aboutEn: string) =>
  output([fr, en], ...(['°', 1] as const), accelerometer, [aboutFr, aboutEn], 'House (sheet 3)');
const spread = (fr: string, en: string) =>
  output(
    [`Régularité ${fr}`, `Evenness of ${en}`],
    ...(['°', 2] as const),
    ['écart-type', 'standard deviation'],
    [`De combien ${fr === 'du roulis' ? 'le roulis' : 'le tangage'} varie.`, `How much the ${en} varies.`],
    'House (sheet 3)',
    { better: 'lower' },
  );

/** How a boat lies on the water. */
export const rowingBoat = defineAnalysis({
  id: 'rowingBoat',
  version: 2,
  name: { fr: 'Assiette du bateau', en: 'Attitude of the boat' },
  about: {
    fr: 'Roulis et tangage du bateau, d’après la gravité.',
    en: 'Roll and pitch of the boat, by gravity.',
  },
  serves: { scenarios: [], sports: ['aviron', 'kayak', 'rowing'] },
  rows: 'samples',
  inputs: {
    x: {
      name: { fr: 'accélération vers la proue', en: 'acceleration to the bow' },
      unit: 'm/s²',
      spelled: /^(acc_?x|a_?x)$/,
    },
    y: {
      name: { fr: 'accélération vers bâbord', en: 'acceleration to port' },
      unit: 'm/s²',
      spelled: /^(acc_?y|a_?y)$/,
    },
    z: {
      name: { fr: 'accélération vers le haut', en: 'acceleration upward' },
      unit: 'm/s²',
      spelled: /^(acc_?z|a_?z)$/,
    },
  },
  parameters: {
    slowHz: numberParameter(
      ['Composante lente', 'Slow component'],
      ...(['Hz', attitudeHz, [0.05, 5], 'House (sheet 3)'] as const),
    ),
  },
  presets: [],
  explained: rowingBoatFormulas,
  outputs: {
    roll: angle('Roulis', 'Roll', 'Positif : le bateau penche à bâbord.', 'Positive: the boat leans to port.'),
    rollDeviation: spread('du roulis', 'roll'),
    pitch: angle('Tangage', 'Pitch', 'Positif : la proue se lève.', 'Positive: the bow lifts.'),
    pitchDeviation: spread('du tangage', 'pitch'),
  },
  find({ x, y, z }, { slowHz }) {
    const samples = Math.min(x.values.length, y.values.length, z.values.length);
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const times = x.timesSeconds;
    const rateHz = (samples - 1) / (times[samples - 1]! - times[0]!);
    const { ax, ay, az, ...angles } = attitudeOf([x.values, y.values, z.values], rateHz, slowHz);
    const size = meanAndDeviation(ax.map((one, i) => Math.hypot(one, ay[i]!, az[i]!))).mean;
    if (!(size > 5 && size < 15)) return { refused: 'notGravity', numbers: { size: size || 0 } };
    const [roll, pitch] = [meanAndDeviation(angles.roll), meanAndDeviation(angles.pitch)];
    return {
      values: { roll: roll.mean, rollDeviation: roll.deviation, pitch: pitch.mean, pitchDeviation: pitch.deviation },
      warnings: meanAndDeviation(az).mean < 0 ? [{ code: 'upsideDownSensor', numbers: {} }] : [],
    };
  },
});
