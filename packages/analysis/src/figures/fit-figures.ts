import { curveOf, type Figure, type FigureAxis } from './figure.ts';

const words = {
  measured: { fr: 'Mesuré', en: 'Measured' },
  model: { fr: 'Modèle', en: 'Model' },
  residuals: { fr: 'Écarts au modèle', en: 'Residuals' },
  none: { fr: 'Aucun écart', en: 'No residual' },
} as const;
const steps = 60;

/** What was measured, what the model says of it, and what it leaves: a fit never stands without its residuals. */
export interface Fit {
  readonly id: string;
  readonly name: Figure['name'];
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly measured: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> };
  model(x: number): number;
  /** The model is drawn from … to …, further than what was measured. */
  readonly drawn?: readonly [from: number, to: number];
}

export function fitFigures({ id, name, x, y, measured, model, drawn }: Fit): Figure[] {
  const xs = Array.from(measured.x);
  const least = xs.reduce((one, other) => Math.min(one, other), drawn?.[0] ?? Number.POSITIVE_INFINITY);
  const most = xs.reduce((one, other) => Math.max(one, other), drawn?.[1] ?? Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(most - least)) return [];
  const grid = Array.from({ length: steps + 1 }, (_, i) => least + ((most - least) * i) / steps);
  const left = xs.map((one, i) => (measured.y[i] ?? Number.NaN) - model(one));
  return [
    {
      ...{ id, name, x, y },
      series: [curveOf(words.model, grid, grid.map(model)), curveOf(words.measured, xs, measured.y, 'points')],
    },
    {
      ...{ id: `${id}Residuals`, name: words.residuals, x, y: { name: words.residuals, unit: y.unit } },
      series: [curveOf(words.none, [least, most], [0, 0]), curveOf(words.residuals, xs, left, 'points')],
    },
  ];
}
