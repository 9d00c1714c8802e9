import { meanAndDeviation } from '@sillage/signal';
import { type CycleFound, defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { cycleFigure } from '../figures/cycle-figure.ts';
import { axis } from '../figures/figure.ts';
import { strokeOutputs } from './stroke-outputs.ts';
import { forceCurvesFormulas } from './water-formulas.ts';

const rp3 = 'RP3';
const ofStrokes = ['moyenne des coups', 'mean of the strokes'] as const;

/** Force over the way of the handle, one curve a stroke. */
export const rowingForceCurves = defineAnalysis({
  id: 'rowingForceCurves',
  version: 1,
  name: { fr: 'Courbes de force de l’ergomètre', en: 'Force curves of the ergometer' },
  about: {
    fr: 'Force maximale, sa place et le travail de chaque coup, d’après la force sur la poignée.',
    en: 'Peak force, its place and the work of each stroke, by the force on the handle.',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  rows: 'samples',
  inputs: {
    force: { name: { fr: 'force à la poignée', en: 'handle force' }, unit: 'N', spelled: /^force$/ },
    handle: { name: { fr: 'chemin de la poignée', en: 'way of the handle' }, unit: 'm', spelled: /^handle$/ },
    stroke: { name: { fr: 'numéro du coup', en: 'number of the stroke' }, unit: '', spelled: /^stroke$/ },
  },
  parameters: {
    leastLength: numberParameter(
      ['Longueur minimale', 'Least length'],
      ...(['m', 0, [0, 2], 'none; shorter strokes do not count in the means'] as const),
    ),
  },
  presets: [],
  explained: forceCurvesFormulas,
  outputs: {
    strokes: strokeOutputs.strokes,
    forceMax: output(
      ['Force maximale', 'Peak force'],
      ...(['N', 0] as const),
      ofStrokes,
      ['La plus grande force de chaque coup.', 'The largest force of each stroke.'],
      rp3,
      { better: 'higher' },
    ),
    forceMean: output(
      ['Force moyenne', 'Mean force'],
      ...(['N', 0] as const),
      ofStrokes,
      ['Force moyenne de chaque coup.', 'Mean force of each stroke.'],
      rp3,
      { better: 'higher' },
    ),
    peakPosition: output(
      ['Place de la force maximale', 'Place of the peak force'],
      ...(['cm', 1] as const),
      ofStrokes,
      ['Chemin de la poignée à la plus grande force.', 'Way of the handle at the largest force.'],
      rp3,
    ),
    peakShare: output(
      ['Place relative', 'Relative place'],
      ...(['%', 1] as const),
      ['place ÷ longueur', 'place ÷ length'],
      ['Part du chemin à la plus grande force.', 'Share of the way at the largest force.'],
      rp3,
    ),
    length: output(
      ['Longueur', 'Length'],
      ...(['cm', 1] as const),
      ofStrokes,
      ['Chemin de la poignée.', 'Way of the handle.'],
      rp3,
      { better: 'higher' },
    ),
    work: output(
      ['Travail par coup', 'Work per stroke'],
      ...(['J', 0] as const),
      ['Σ force · chemin', 'Σ force · way'],
      ['Énergie donnée à chaque coup.', 'Energy given at each stroke.'],
      rp3,
      { better: 'higher' },
    ),
  },
  find({ force, handle, stroke }, { leastLength }) {
    const cycles: (CycleFound & { readonly values: Curve })[] = [];
    const times = force.timesSeconds;
    for (let from = 0; from < force.values.length; ) {
      let to = from + 1;
      while (to < force.values.length && stroke.values[to] === stroke.values[from]) to++;
      const values = measureCurve(force.values, handle.values, from, to);
      if (values !== undefined) cycles.push({ from: times[from]!, to: times[to - 1]!, values });
      from = to;
    }
    const counted = cycles.filter(({ values }) => values.length / 100 >= leastLength);
    if (counted.length === 0) return { refused: 'tooFewStrokes', numbers: { count: 0, least: 1 } };
    const mean = (of: (values: Curve) => number) => meanAndDeviation(counted.map((one) => of(one.values))).mean;
    return {
      values: {
        strokes: counted.length,
        forceMax: mean((one) => one.forceMax),
        forceMean: mean((one) => one.forceMean),
        peakPosition: mean((one) => one.peakPosition),
        peakShare: mean((one) => one.peakShare),
        length: mean((one) => one.length),
        work: mean((one) => one.work),
      },
      cycles,
      figures: cycleFigure(
        {
          ...{ id: 'forceOfStroke', name: { fr: 'Force sur la poussée', en: 'Force over the drive' } },
          y: axis('Force à la poignée', 'Handle force', 'N'),
        },
        ...([times, force.values, counted] as const),
      ),
    };
  },
});

type Curve = Readonly<Record<'forceMax' | 'forceMean' | 'peakPosition' | 'peakShare' | 'length' | 'work', number>>;

/** Of samples [from, to): lengths in cm; undefined where the force is missing. */
function measureCurve(force: Float64Array, handle: Float64Array, from: number, to: number): Curve | undefined {
  let [peak, sum, work] = [from, 0, 0];
  for (let i = from; i < to; i++) {
    if (force[i]! > force[peak]!) peak = i;
    sum += force[i]!;
    const before = i === from ? 0 : handle[i - 1]!;
    work += force[i]! * (handle[i]! - before);
  }
  if (!Number.isFinite(sum + work)) return undefined;
  const [length, place] = [100 * handle[to - 1]!, 100 * handle[peak]!];
  return {
    ...{ forceMax: force[peak]!, forceMean: sum / (to - from), peakPosition: place },
    ...{ peakShare: (100 * place) / length, length, work },
  };
}
