import type { Translated } from '../translated.ts';

/** What an axis of a figure measures. */
export interface FigureAxis {
  readonly name: Translated;
  readonly unit: string;
}

/**
 * Something drawn in a figure. `points`: one an effort; `line`: a curve; `strands`: many thin curves, one after the other;
 * `band`: between `y` and `high`. `density`: how many curves pass each place of a grid of columns `x` and rows `y`. A null y is a gap.
 */
export interface FigureSeries {
  readonly kind: 'points' | 'line' | 'strands' | 'band' | 'density';
  readonly name: Translated;
  readonly side?: 'left' | 'right';
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  /** Of a band: its upper edge. */
  readonly high?: readonly (number | null)[];
  /** Of a density: of each place, column after column. */
  readonly counts?: readonly number[];
  /** 0 … 1, from the least to the most of what colours the lines of a figure. */
  readonly shade?: number;
}

/** What numbers alone do not show: a fit and what it leaves, a mean curve with its deviation, a path. */
export interface Figure {
  /** Of one analysis, each once. */
  readonly id: string;
  readonly name: Translated;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  /** A length is as long on either axis. */
  readonly isSquare?: true;
  /** x from its decades. */
  readonly isLogarithmic?: true;
  readonly series: readonly FigureSeries[];
}

/** French, then English, and the unit. */
export const axis = (fr: string, en: string, unit: string): FigureAxis => ({ name: { fr, en }, unit });

/** Points that a drawing of a curve keeps: as many as a wide screen has. */
const mostPoints = 400;

/** A curve of x and y, of which so many points are kept as are seen. */
export function curveOf(
  name: FigureSeries['name'],
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  kind: FigureSeries['kind'] = 'line',
): FigureSeries {
  const samples = Math.min(x.length, y.length);
  const length = Math.min(samples, mostPoints);
  const at = (i: number) => (length < 2 ? 0 : Math.round((i * (samples - 1)) / (length - 1)));
  const points = Array.from({ length }, (_, i) => [x[at(i)]!, y[at(i)]!] as const).filter(([one]) =>
    Number.isFinite(one),
  );
  return { kind, name, x: points.map(([one]) => one), y: points.map(([, one]) => finiteOrGap(one)) };
}

export const finiteOrGap = (value: number): number | null => (Number.isFinite(value) ? value : null);
