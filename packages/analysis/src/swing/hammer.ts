import { findPeaks, lowPassTwice, meanAndDeviation } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import { greatestAt, usualRate } from './rotation.ts';
import { hammerFormulas } from './swing-formulas.ts';

const brice = 'Murofushi 2005; Brice 2011';
/** Share of the peak below which the hammer is gone; N of prominence of a turn; s of a turn at least; Hz. */
const [goneShare, turnShare, shortestTurn, smoothHz] = [0.2, 0.05, 0.25, 20];

/** A hammer throw by the force in its wire. */
export const hammer = defineAnalysis({
  id: 'hammer',
  version: 1,
  name: { fr: 'Lancer de marteau', en: 'Hammer throw' },
  about: {
    fr: 'Tours, vitesse de la tête et portée estimée d’après la force dans le câble.',
    en: 'Turns, head speed and estimated range by the force in the wire.',
  },
  serves: { scenarios: [], sports: ['marteau', 'hammer'] },
  rows: 'samples',
  inputs: {
    force: {
      name: { fr: 'force dans le câble', en: 'wire force' },
      unit: 'N',
      spelled: /^(force|f_?(wire|cable)?|cable|wire)$/,
    },
  },
  parameters: {
    radius: numberParameter(
      ['Rayon bras et câble', 'Radius of arm and wire'],
      ...(['m', 1.85, [1, 3], 'Murofushi 2005: 1.7 to 2.0 m'] as const),
    ),
    mass: numberParameter(
      ['Masse du marteau', 'Mass of the hammer'],
      ...(['kg', 7.26, [0.5, 20], 'World Athletics: 7.26, 4'] as const),
    ),
    angle: numberParameter(
      ['Angle d’envol', 'Release angle'],
      ...(['°', 42, [10, 60], 'entered or 42° (sheet 5.4)'] as const),
    ),
    height: numberParameter(['Hauteur d’envol', 'Release height'], ...(['m', 1.7, [0, 3], 'House'] as const)),
    gravity: numberParameter(
      ['Pesanteur', 'Gravity'],
      ...(['m/s²', 9.81, [9.7, 9.9], '9.80665 is the standard gravity'] as const),
    ),
    releaseAt: edgeParameter('release', ['Envol, à la main', 'Release, by hand']),
  },
  presets: [],
  explained: hammerFormulas,
  outputs: {
    releaseSpeed: output(
      ['Vitesse à l’envol', 'Release speed'],
      ...(['m/s', 2] as const),
      ['√(force · rayon ÷ masse)', '√(force · radius ÷ mass)'],
      ['Vitesse de la tête au dernier maximum.', 'Speed of the head at the last maximum.'],
      brice,
      { better: 'higher' },
    ),
    peakForce: output(
      ['Force maximale', 'Peak force'],
      ...(['N', 0] as const),
      ['plus grande mesure', 'largest sample'],
      ['La plus grande force dans le câble.', 'The largest force in the wire.'],
      brice,
      { better: 'higher' },
    ),
    rotation: output(
      ['Rotation à l’envol', 'Rotation at release'],
      ...(['rad/s', 2] as const),
      ['vitesse ÷ rayon', 'speed ÷ radius'],
      ['Vitesse de rotation à l’envol.', 'Rotation speed at release.'],
      brice,
      { better: 'higher' },
    ),
    turns: output(
      ['Tours', 'Turns'],
      ...(['1', 0] as const),
      ['maxima de la force avant l’envol', 'maxima of the force before release'],
      ['Tours comptés, moulinets compris.', 'Turns that count, winds included.'],
      brice,
    ),
    lastTurn: output(
      ['Durée du dernier tour', 'Last turn'],
      ...(['s', 3] as const),
      ['entre les deux derniers maxima', 'between the last two maxima'],
      ['Durée du dernier tour.', 'Time of the last turn.'],
      brice,
      { better: 'lower' },
    ),
    range: output(
      ['Portée estimée', 'Estimated range'],
      ...(['m', 1] as const),
      ['trajectoire sans air', 'trajectory without air'],
      ['Distance que cette vitesse donnerait.', 'Distance that this speed would give.'],
      'sheet 5.4',
      { better: 'higher' },
    ),
  },
  find({ force }, { radius, mass, angle, height, gravity, releaseAt }) {
    const times = force.timesSeconds;
    const rateHz = usualRate(times);
    const peak = greatestAt(force.values);
    if (!(rateHz > 0) || peak === undefined || !(force.values[peak]! > 0)) {
      return { refused: 'tooShort', numbers: { samples: times.length, least: 2 } };
    }
    const smooth = lowPassTwice(force.values, rateHz, Math.min(smoothHz, rateHz / 2.5));
    let gone = peak;
    while (gone < force.values.length && !(force.values[gone]! < goneShare * force.values[peak]!)) gone++;
    const isReleased = gone < force.values.length;
    const highest = smooth.filter(Number.isFinite).reduce((most, one) => Math.max(most, one), 0);
    const maxima = findPeaks(smooth.subarray(0, gone), {
      prominence: turnShare * highest,
      distance: shortestTurn * rateHz,
    });
    const last = maxima.at(-1);
    const found = last === undefined ? peak : nearMaximum(force.values, last.at, Math.round(rateHz / smoothHz));
    const release = releaseAt === null ? found : sampleAt(times, releaseAt);
    const speed = Math.sqrt((force.values[release]! * radius) / mass);
    const before = maxima.at(-2);
    const radians = (angle * Math.PI) / 180;
    const [forward, upward] = [speed * Math.cos(radians), speed * Math.sin(radians)];
    return {
      values: {
        releaseSpeed: speed,
        peakForce: force.values[peak]!,
        rotation: speed / radius,
        turns: Math.max(1, maxima.length),
        lastTurn:
          last === undefined || before === undefined ? { reason: 'notReached' } : times[last.at]! - times[before.at]!,
        range: (forward * (upward + Math.sqrt(upward ** 2 + 2 * gravity * height))) / gravity,
      },
      phases: maxima.slice(1, 100).map(({ at }, i) => ({ name: 'turn', from: times[maxima[i]!.at]!, to: times[at]! })),
      events: [{ name: 'release', at: times[release]! }],
      warnings: isReleased ? [] : [{ code: 'noRelease', numbers: { mean: meanAndDeviation(force.values).mean } }],
    };
  },
});

/** The largest raw value beside a smooth maximum. */
function nearMaximum(values: Float64Array, at: number, reach: number): number {
  let best = at;
  for (let i = Math.max(0, at - reach); i <= Math.min(values.length - 1, at + reach); i++)
    if (values[i]! > values[best]!) best = i;
  return best;
}
