import { lowPassTwice } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import { countsDoubt } from './raw-counts.ts';
import { greatestAt, gyroParameters, gyroRoles, longestSaturation, rotationSize, usualRate } from './rotation.ts';
import { golfFormulas } from './swing-formulas.ts';

const novosel = 'Novosel & Garrity 2004';
const house = 'House (sheet 5.3)';
/** °/s below which the club rests, s that it does; share of the peak below which the top is. */
const [still, stillSeconds, topShare] = [30, 0.3, 0.25];
const saturated = 3;
const [smoothHz, peakHz] = [20, 40];

/** A golf swing by the rotation of the club or the wrist. */
export const golfSwing = defineAnalysis({
  id: 'golfSwing',
  version: 1,
  name: { fr: 'Swing de golf', en: 'Golf swing' },
  about: {
    fr: 'Montée, descente, tempo et vitesse de rotation d’un swing.',
    en: 'Backswing, downswing, tempo and rotation speed of a swing.',
  },
  serves: { scenarios: [], sports: ['golf'] },
  rows: 'samples',
  inputs: gyroRoles,
  parameters: {
    ...gyroParameters,
    threshold: numberParameter(
      ['Rotation d’un swing', 'Rotation of a swing'],
      ...(['°/s', 300, [50, 3000], 'House: wrist 300, club 600'] as const),
    ),
    radius: numberParameter(
      ['Rayon capteur–tête', 'Sensor to club head'],
      ...(['m', null, [0.1, 2.5], 'of the club and the athlete'] as const),
    ),
    takeawayAt: edgeParameter('takeaway', ['Départ du geste, à la main', 'Takeaway, by hand']),
    topAt: edgeParameter('top', ['Sommet, à la main', 'Top, by hand']),
    impactAt: edgeParameter('impact', ['Impact, à la main', 'Impact, by hand']),
  },
  presets: [],
  explained: golfFormulas,
  outputs: {
    peakRotation: output(
      ['Rotation maximale', 'Peak rotation'],
      ...(['°/s', 0] as const),
      ['norme du gyroscope', 'size of the gyroscope'],
      ['La plus grande vitesse de rotation.', 'The fastest rotation.'],
      house,
      { better: 'higher' },
    ),
    headSpeed: output(
      ['Vitesse de la tête (estimation)', 'Head speed (estimate)'],
      ...(['m/s', 1] as const),
      ['rotation · rayon', 'rotation · radius'],
      ['Vitesse de la tête si le rayon est exact.', 'Speed of the head if the radius is right.'],
      house,
      { better: 'higher' },
    ),
    backswing: output(
      ['Durée de la montée', 'Backswing time'],
      ...(['s', 2] as const),
      ['départ → sommet', 'takeaway → top'],
      ['Du départ au sommet.', 'From takeaway to the top.'],
      novosel,
    ),
    downswing: output(
      ['Durée de la descente', 'Downswing time'],
      ...(['s', 2] as const),
      ['sommet → impact', 'top → impact'],
      ['Du sommet à l’impact.', 'From the top to impact.'],
      novosel,
    ),
    tempo: output(
      ['Tempo', 'Tempo'],
      ...(['1', 2] as const),
      ['montée ÷ descente', 'backswing ÷ downswing'],
      ['3 pour la plupart des professionnels.', '3 for most professionals.'],
      novosel,
    ),
    samples: output(
      ['Mesures', 'Samples'],
      ...(['1', 0] as const),
      ['lignes complètes', 'complete rows'],
      ['Mesures lues.', 'Samples that were read.'],
      house,
    ),
    rate: output(
      ['Fréquence réelle', 'Effective rate'],
      ...(['Hz', 1] as const),
      ['mesures ÷ durée', 'samples ÷ time'],
      ['Mesures par seconde, d’après leurs temps.', 'Samples a second, by their times.'],
      house,
    ),
  },
  find({ x, y, z }, asked) {
    const { countsPerDegree, threshold, radius } = asked;
    const times = x.timesSeconds;
    const rateHz = usualRate(times);
    if (!(rateHz > 0) || times.length < 20)
      return { refused: 'tooShort', numbers: { samples: times.length, least: 20 } };
    const rotation = rotationSize(x, y, z, countsPerDegree);
    const highest = lowPassTwice(rotation, rateHz, Math.min(peakHz, rateHz / 2.5));
    const smooth = lowPassTwice(rotation, rateHz, Math.min(smoothHz, rateHz / 2.5));
    const placed = (at: number | null, found: number | undefined) => (at === null ? found : sampleAt(times, at));
    const impact = placed(asked.impactAt, greatestAt(highest));
    const peak = greatestAt(rotation);
    if (impact === undefined || peak === undefined || rotation[peak]! < threshold) {
      return { refused: 'noSwing', numbers: { peak: peak === undefined ? 0 : rotation[peak]!, least: threshold } };
    }
    const found = partsBefore(smooth, impact, rateHz);
    // Placed by hand, they may come in another order: what begins after its end is none.
    const before = (at: number | undefined, end: number | undefined) =>
      at !== undefined && end !== undefined && at < end ? at : undefined;
    const top = before(placed(asked.topAt, found.top), impact);
    const start = before(placed(asked.takeawayAt, found.start), top);
    const seconds = (from: number, to: number) => times[to]! - times[from]!;
    const notReached = { reason: 'notReached' } as const;
    const clipped = Math.max(...[x, y, z].map(longestSaturation));
    return {
      values: {
        peakRotation: rotation[peak]!,
        headSpeed:
          radius === null
            ? { reason: 'notGiven', parameters: ['radius'] }
            : ((rotation[peak]! * Math.PI) / 180) * radius,
        backswing: top === undefined || start === undefined ? notReached : seconds(start, top),
        downswing: top === undefined ? notReached : seconds(top, impact),
        tempo: top === undefined || start === undefined ? notReached : seconds(start, top) / seconds(top, impact),
        samples: times.length,
        rate: rateHz,
      },
      phases: [
        ...(top === undefined || start === undefined
          ? []
          : [{ name: 'backswing', from: times[start]!, to: times[top]! }]),
        ...(top === undefined ? [] : [{ name: 'downswing', from: times[top]!, to: times[impact]! }]),
      ],
      events: [
        ...(start === undefined ? [] : [{ name: 'takeaway', at: times[start]! }]),
        ...(top === undefined ? [] : [{ name: 'top', at: times[top]! }]),
        { name: 'impact', at: times[impact]! },
      ],
      warnings: [
        ...(clipped >= saturated ? [{ code: 'saturated', numbers: { samples: clipped } } as const] : []),
        ...countsDoubt(rotation[peak]!),
      ],
    };
  },
});

/** The top: the least rotation before the peak, under a quarter of it; the takeaway: the end of the rest before it. */
function partsBefore(smooth: Float64Array, impact: number, rateHz: number) {
  let i = impact;
  while (i > 0 && !(smooth[i]! < topShare * smooth[impact]!)) i--;
  if (i === 0) return { top: undefined, start: undefined };
  let top = i;
  while (i > 0 && smooth[i]! < topShare * smooth[impact]!) {
    if (smooth[i]! < smooth[top]!) top = i;
    // What lasts longer than a reversal is another rest.
    if (top - i > stillSeconds * rateHz) break;
    i--;
  }
  const lasting = stillSeconds * rateHz;
  let rest = 0;
  for (let k = top; k >= 0; k--) {
    rest = k < top - lasting && smooth[k]! < still ? rest + 1 : 0;
    if (rest >= lasting) return { top, start: k + rest };
  }
  return { top, start: undefined };
}
