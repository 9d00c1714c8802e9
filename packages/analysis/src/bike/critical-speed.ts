import { fitLine } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { output } from '../describe.ts';
import { axis } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { criticalSpeedFormulas } from './bike-formulas.ts';

const leastEfforts = 2;
const model = ['distance = D′ + CS·t', 'distance = D′ + CS·t'] as const;

/** The speed that can be held long, from runs or swims of several lengths. */
export const criticalSpeed = defineAnalysis({
  id: 'criticalSpeed',
  version: 1,
  name: { fr: 'Vitesse critique', en: 'Critical speed' },
  about: {
    fr: 'Vitesse critique et réserve D′ d’après des efforts de plusieurs durées.',
    en: 'Critical speed and the reserve D′ from efforts of several lengths.',
  },
  serves: { scenarios: [], sports: ['aviron', 'kayak', 'foot'] },
  rows: 'table',
  inputs: {
    distance: { name: { fr: 'distance', en: 'distance' }, unit: 'm', spelled: /^dist(ance)?$/ },
    time: { name: { fr: 'durée', en: 'duration' }, unit: 's', spelled: /^(t|tte|time|duree|duration)$/ },
  },
  parameters: {},
  presets: [],
  explained: criticalSpeedFormulas,
  outputs: {
    critical: output(
      ['Vitesse critique (CS)', 'Critical speed (CS)'],
      ...(['m/s', 3] as const),
      model,
      ['La vitesse qui peut être tenue longtemps.', 'The speed that can be held long.'],
      'Monod & Scherrer 1965',
      { better: 'higher' },
    ),
    reserve: output(
      ['Réserve (D′)', 'Reserve (D′)'],
      ...(['m', 0] as const),
      model,
      ['La distance possible au-dessus de la vitesse critique.', 'The distance that is possible above critical speed.'],
      'Monod & Scherrer 1965',
      { better: 'higher' },
    ),
    rSquared: output(
      ['Part expliquée (R²)', 'Share explained (R²)'],
      ...(['1', 4] as const),
      model,
      ['1 : la droite passe par tous les efforts.', '1: the line passes through every effort.'],
      'Monod & Scherrer 1965',
    ),
    efforts: output(
      ['Efforts', 'Efforts'],
      ...(['1', 0] as const),
      ['lignes avec distance et durée', 'rows with distance and duration'],
      ['Efforts de la droite.', 'Efforts of the line.'],
      'Monod & Scherrer 1965',
    ),
  },
  find({ distance, time }) {
    const efforts = Array.from(distance.values, (metres, i) => ({
      metres,
      seconds: time.values[i] ?? Number.NaN,
    })).filter(({ metres, seconds }) => metres > 0 && seconds > 0 && metres < 1e7 && seconds < 1e6);
    if (efforts.length < leastEfforts)
      return { refused: 'tooFewEfforts', numbers: { count: efforts.length, least: leastEfforts } };
    const measured = { x: efforts.map(({ seconds }) => seconds), y: efforts.map(({ metres }) => metres) };
    const line = fitLine(measured.x, measured.y);
    if (line === undefined || !(line.slope > 0)) return { refused: 'noFit', numbers: {} };
    return {
      values: { critical: line.slope, reserve: line.intercept, rSquared: line.rSquared, efforts: efforts.length },
      figures: fitFigures({
        ...{ id: 'distanceTime', name: { fr: 'Distance–durée', en: 'Distance–duration' } },
        ...{ x: axis('Durée', 'Duration', 's'), y: axis('Distance', 'Distance', 'm') },
        ...{ measured, model: (seconds) => line.intercept + line.slope * seconds },
      }),
    };
  },
});
