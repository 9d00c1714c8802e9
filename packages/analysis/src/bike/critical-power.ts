import { fitLine, fitParameters } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { output } from '../describe.ts';
import { axis } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { shareExplained } from '../share-explained.ts';
import { criticalPowerFormulas } from './bike-formulas.ts';

const [leastEfforts, shortest, longest] = [3, 60, 3600];
const monod = 'Monod & Scherrer 1965; Moritani 1981; Morton 1996';

/** The power that can be held long, from efforts to exhaustion. */
export const criticalPower = defineAnalysis({
  id: 'criticalPower',
  version: 1,
  name: { fr: 'Puissance critique', en: 'Critical power' },
  about: {
    fr: 'Puissance critique et réserve W′ d’après des efforts jusqu’à l’épuisement.',
    en: 'Critical power and the reserve W′ from efforts to exhaustion.',
  },
  serves: { scenarios: [], sports: ['velo', 'instrack'] },
  rows: 'table',
  inputs: {
    power: { name: { fr: 'puissance', en: 'power' }, unit: 'W', spelled: /^(p|po|power|puissance|watts?)$/ },
    time: { name: { fr: 'durée', en: 'duration' }, unit: 's', spelled: /^(t|tte|time|duree|duration)$/ },
  },
  parameters: {
    model: {
      name: { fr: 'Modèle', en: 'Model' },
      unit: '',
      default: 'work',
      choices: ['work', 'inverse', 'time', 'threeParameters'],
      source:
        'work: W = W′ + CP·t (Moritani 1981); inverse: P = W′/t + CP; time: t = W′/(P − CP) (Monod & Scherrer 1965); threeParameters: Morton 1996',
    },
  },
  presets: [],
  explained: criticalPowerFormulas,
  outputs: {
    critical: output(
      ['Puissance critique (CP)', 'Critical power (CP)'],
      ...(['W', 0] as const),
      ['modèle choisi', 'chosen model'],
      ['La puissance qui peut être tenue longtemps.', 'The power that can be held long.'],
      monod,
      { better: 'higher' },
    ),
    reserve: output(
      ['Réserve (W′)', 'Reserve (W′)'],
      ...(['J', 0] as const),
      ['modèle choisi', 'chosen model'],
      ['Le travail possible au-dessus de la puissance critique.', 'The work that is possible above critical power.'],
      monod,
      { better: 'higher' },
    ),
    maximal: output(
      ['Puissance maximale du modèle', 'Maximal power of the model'],
      ...(['W', 0] as const),
      ['modèle à trois paramètres', 'three-parameter model'],
      ['La puissance à durée nulle.', 'The power at no duration.'],
      'Morton 1996',
      { better: 'higher' },
    ),
    rSquared: output(
      ['Part expliquée (R²)', 'Share explained (R²)'],
      ...(['1', 4] as const),
      ['de ce que le modèle ajuste', 'of what the model fits'],
      ['1 : le modèle passe par tous les efforts.', '1: the model passes through every effort.'],
      monod,
    ),
    efforts: output(
      ['Efforts', 'Efforts'],
      ...(['1', 0] as const),
      ['lignes avec puissance et durée', 'rows with power and duration'],
      ['Efforts du modèle.', 'Efforts of the model.'],
      monod,
    ),
  },
  find({ power, time }, { model }) {
    const efforts = Array.from(power.values, (watts, i) => ({ watts, seconds: time.values[i] ?? Number.NaN })).filter(
      ({ watts, seconds }) => watts > 0 && seconds > 0 && watts < 1e4 && seconds < 1e6,
    );
    if (efforts.length < leastEfforts) {
      return { refused: 'tooFewEfforts', numbers: { count: efforts.length, least: leastEfforts } };
    }
    const fitted = fitModel(efforts, model);
    if (fitted === undefined || !(fitted.critical > 0 && fitted.reserve > 0)) return { refused: 'noFit', numbers: {} };
    const unusual = efforts.filter(({ seconds }) => seconds < shortest || seconds > longest).length;
    return {
      values: { ...fitted, maximal: fitted.maximal ?? { reason: 'otherModel' }, efforts: efforts.length },
      figures: fitFigures({
        ...{ id: 'powerDuration', name: { fr: 'Puissance–durée', en: 'Power–duration' } },
        ...{ x: axis('Durée', 'Duration', 's'), y: axis('Puissance', 'Power', 'W') },
        measured: { x: efforts.map(({ seconds }) => seconds), y: efforts.map(({ watts }) => watts) },
        model: (seconds) => powerFor(fitted, seconds),
      }),
      warnings: [
        ...(unusual > 0 ? [{ code: 'effortsUnusual', numbers: { count: unusual } } as const] : []),
        ...(efforts.length < power.values.length
          ? [{ code: 'rowsLeftOut', numbers: { count: power.values.length - efforts.length } } as const]
          : []),
      ],
    };
  },
});

interface Effort {
  readonly watts: number;
  readonly seconds: number;
}
interface Fitted {
  readonly critical: number;
  readonly reserve: number;
  readonly rSquared: number;
  readonly maximal?: number;
}

/** W that the model holds for so long. */
function powerFor({ critical, reserve, maximal }: Fitted, seconds: number): number {
  return critical + reserve / (seconds + (maximal === undefined ? 0 : reserve / (maximal - critical)));
}

function fitModel(
  efforts: readonly Effort[],
  model: 'work' | 'inverse' | 'time' | 'threeParameters',
): Fitted | undefined {
  const seconds = efforts.map((effort) => effort.seconds);
  switch (model) {
    case 'work': {
      const line = fitLine(
        seconds,
        efforts.map((effort) => effort.watts * effort.seconds),
      );
      return line && { critical: line.slope, reserve: line.intercept, rSquared: line.rSquared };
    }
    case 'inverse': {
      const line = fitLine(
        seconds.map((one) => 1 / one),
        efforts.map(({ watts }) => watts),
      );
      return line && { critical: line.intercept, reserve: line.slope, rSquared: line.rSquared };
    }
    case 'time':
      return fitTimes(efforts, []);
    case 'threeParameters':
      return efforts.length < 4 ? undefined : fitTimes(efforts, [3 * Math.max(...efforts.map(({ watts }) => watts))]);
    default:
      return unknownModel(model);
  }
}

function unknownModel(model: never): never {
  throw new Error(`unknown model ${String(model)}`);
}

/** Least squares in time: t = W′/(P − CP), less W′/(Pmax − CP) where a maximal power begins the fit. */
function fitTimes(efforts: readonly Effort[], maximal: readonly number[]): Fitted | undefined {
  const start = fitModel(efforts, 'work');
  const least = Math.min(...efforts.map(({ watts }) => watts));
  if (start === undefined) return undefined;
  const first = Math.min(start.critical, 0.98 * least);
  const fitted = fitParameters(
    [first, start.reserve, ...maximal],
    efforts.length,
    ([cp = 0, reserve = 0, top], out) => {
      efforts.forEach(({ watts, seconds }, i) => {
        // Beyond the least power the model has no time.
        const beyond = cp >= least ? Number.NaN : reserve / (watts - cp);
        out[i] = beyond - (top === undefined ? 0 : reserve / (top - cp)) - seconds;
      });
    },
  );
  const [critical, reserve, top] = fitted?.parameters ?? [];
  if (fitted === undefined || critical === undefined || reserve === undefined) return undefined;
  const rSquared = shareExplained(
    efforts.map(({ seconds }) => seconds),
    fitted.sumOfSquares,
  );
  return { critical, reserve, rSquared, ...(top !== undefined && { maximal: top }) };
}
