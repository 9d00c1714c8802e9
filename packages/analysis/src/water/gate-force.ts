import { findPeaks, meanAndDeviation } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { cycleFigure } from '../figures/cycle-figure.ts';
import { axis } from '../figures/figure.ts';
import { strokeOutputs } from './stroke-outputs.ts';
import { gateForceFormulas } from './water-formulas.ts';

const nk = 'NK EmPower; Kleshnev, BioRow';
const ofStrokes = ['moyenne des coups', 'mean of the strokes'] as const;
/** Degrees that an oar turns at least in a stroke, and s that one lasts. */
const [leastArc, longestStroke, shortestStroke] = [30, 6, 0.8];
const leastStrokes = 2;
const degrees = (fr: string, en: string, aboutFr: string, aboutEn: string) =>
  output([fr, en], ...(['°', 1] as const), ofStrokes, [aboutFr, aboutEn], nk);

/** Strokes by the angle and the force of an oarlock. */
export const gateForce = defineAnalysis({
  id: 'gateForce',
  version: 1,
  name: { fr: 'Dame de nage (angle et force)', en: 'Oarlock (angle and force)' },
  about: {
    fr: 'Prise, dégagé, longueur, force, travail et puissance de chaque coup.',
    en: 'Catch, finish, length, force, work and power of each stroke.',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  rows: 'samples',
  inputs: {
    angle: {
      name: { fr: 'angle de la dame', en: 'gate angle' },
      unit: '°',
      spelled: /(^|_)(gate_?angle|angle|angle_(b|p)|pos_?angle)$/,
    },
    force: {
      name: { fr: 'force de la dame', en: 'gate force' },
      unit: 'N',
      spelled: /(^|_)(gate_?force|force|f_?(g|d)?)$/,
    },
  },
  parameters: {
    lock: numberParameter(
      ['Seuil d’appui', 'Lock threshold'],
      ...(['N', 200, [20, 500], 'NK: 200 N sweep, 100 N sculling'] as const),
    ),
    arm: numberParameter(
      ['Bras de levier', 'Effective arm'],
      ...(['m', 0.88, [0.3, 1.5], 'inboard: 0.88 m sculling, 1.14 m sweep'] as const),
    ),
  },
  presets: [
    { name: 'sculling', source: 'NK, sculling', values: { lock: 100, arm: 0.88 } },
    { name: 'sweep', source: 'NK, sweep', values: { lock: 200, arm: 1.14 } },
  ],
  explained: gateForceFormulas,
  outputs: {
    strokes: strokeOutputs.strokes,
    rate: strokeOutputs.rate,
    driveShare: strokeOutputs.driveShare,
    catch: degrees('Prise', 'Catch', 'Angle le plus loin vers l’avant.', 'The angle furthest forward.'),
    finish: degrees('Dégagé', 'Finish', 'Angle le plus loin vers l’arrière.', 'The angle furthest back.'),
    length: degrees('Longueur', 'Length', 'De la prise au dégagé.', 'From catch to finish.'),
    slip: degrees(
      'Perte à la prise (slip)',
      'Slip',
      'Angle perdu avant que la force monte.',
      'Angle lost before the force rises.',
    ),
    wash: degrees(
      'Perte au dégagé (wash)',
      'Wash',
      'Angle perdu après que la force est tombée.',
      'Angle lost after the force has fallen.',
    ),
    effective: degrees(
      'Longueur utile',
      'Effective length',
      'Longueur sans les pertes.',
      'Length without slip and wash.',
    ),
    forceMax: output(
      ['Force maximale', 'Peak force'],
      ...(['N', 0] as const),
      ofStrokes,
      ['La plus grande force de chaque coup.', 'The largest force of each stroke.'],
      nk,
      { better: 'higher' },
    ),
    forceMean: output(
      ['Force moyenne', 'Mean force'],
      ...(['N', 0] as const),
      ['moyenne de l’appui', 'mean of the drive'],
      ['Force moyenne de l’appui.', 'Mean force of the drive.'],
      nk,
      { better: 'higher' },
    ),
    peakAngle: degrees(
      'Angle de la force maximale',
      'Angle of the peak force',
      'Où la force est la plus grande.',
      'Where the force is largest.',
    ),
    work: output(
      ['Travail par coup', 'Work per stroke'],
      ...(['J', 0] as const),
      ['∫ force · bras · dφ', '∫ force · arm · dφ'],
      ['Énergie donnée à chaque coup.', 'Energy given at each stroke.'],
      nk,
      { better: 'higher' },
    ),
    power: output(
      ['Puissance', 'Power'],
      ...(['W', 0] as const),
      ['travail ÷ durée du coup', 'work ÷ stroke time'],
      ['Puissance moyenne des coups.', 'Mean power of the strokes.'],
      nk,
      { better: 'higher' },
    ),
  },
  find({ angle, force }, { lock, arm }) {
    const times = angle.timesSeconds;
    const rateHz = (times.length - 1) / (times.at(-1)! - times[0]!);
    const forward = angle.values.map((one) => -one);
    const catches = findPeaks(forward, { prominence: leastArc, distance: shortestStroke * rateHz }).map(({ at }) => at);
    const cycles = catches.slice(0, -1).flatMap((from, i) => {
      const to = catches[i + 1]!;
      const isStroke = times[to]! - times[from]! <= longestStroke;
      const values = isStroke ? measureStroke(times, angle.values, force.values, { from, to, lock, arm }) : undefined;
      return values === undefined ? [] : [{ from: times[from]!, to: times[to]!, values }];
    });
    if (cycles.length < leastStrokes)
      return { refused: 'tooFewStrokes', numbers: { count: cycles.length, least: leastStrokes } };
    const mean = (of: (values: (typeof cycles)[number]['values']) => number) =>
      meanAndDeviation(cycles.map((one) => of(one.values))).mean;
    return {
      values: {
        strokes: cycles.length,
        rate: mean((one) => one.rate),
        driveShare: mean((one) => one.driveShare),
        catch: mean((one) => one.catch),
        finish: mean((one) => one.finish),
        length: mean((one) => one.length),
        slip: mean((one) => one.slip),
        wash: mean((one) => one.wash),
        effective: mean((one) => one.effective),
        forceMax: mean((one) => one.forceMax),
        forceMean: mean((one) => one.forceMean),
        peakAngle: mean((one) => one.peakAngle),
        work: mean((one) => one.work),
        power: mean((one) => one.power),
      },
      phases: cycles.slice(0, 400).map(({ from, values }) => ({ name: 'drive', from, to: from + values.driveTime })),
      cycles,
      figures: [
        ...cycleFigure(
          {
            ...{ id: 'forceOfStroke', name: { fr: 'Force sur un coup', en: 'Force over a stroke' } },
            y: axis('Force à la dame', 'Gate force', 'N'),
          },
          ...([times, force.values, cycles] as const),
        ),
        ...cycleFigure(
          {
            ...{ id: 'angleOfStroke', name: { fr: 'Angle sur un coup', en: 'Angle over a stroke' } },
            y: axis('Angle', 'Angle', '°'),
          },
          ...([times, angle.values, cycles] as const),
        ),
      ],
    };
  },
});

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly lock: number;
  readonly arm: number;
}

/** A stroke from catch to catch; undefined where its force never locks. */
function measureStroke(times: Float64Array, angle: Float64Array, force: Float64Array, { from, to, lock, arm }: Asked) {
  let finish = from;
  for (let i = from; i < to; i++) if (angle[i]! > angle[finish]!) finish = i;
  let [locked, unlocked, peak, work, sum] = [-1, -1, from, 0, 0];
  for (let i = from; i <= finish; i++) {
    if (force[i]! >= lock) {
      if (locked < 0) locked = i;
      unlocked = i;
    }
    if (force[i]! > force[peak]!) peak = i;
    if (i === from) continue;
    const both = (force[i]! + force[i - 1]!) / 2;
    work += both * arm * (((angle[i]! - angle[i - 1]!) * Math.PI) / 180);
    sum += both * (times[i]! - times[i - 1]!);
  }
  if (locked < 0 || finish === from || !Number.isFinite(work + sum)) return undefined;
  const [seconds, driveTime] = [times[to]! - times[from]!, times[finish]! - times[from]!];
  const [slip, wash] = [angle[locked]! - angle[from]!, angle[finish]! - angle[unlocked]!];
  const length = angle[finish]! - angle[from]!;
  return {
    ...{ rate: 60 / seconds, driveTime, driveShare: (100 * driveTime) / seconds },
    ...{ catch: angle[from]!, finish: angle[finish]!, length, slip, wash, effective: length - slip - wash },
    ...{ forceMax: force[peak]!, forceMean: sum / driveTime, peakAngle: angle[peak]!, work, power: work / seconds },
  };
}
