import type { Figure } from '@sillage/contract';

type Series = Figure['series'][number];

/** Where values of a figure are in its drawing. */
export interface FigureScale {
  readonly width: number;
  readonly height: number;
  /** Edges of the plot. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xRange: readonly [from: number, to: number];
  readonly yRange: readonly [from: number, to: number];
  x(value: number): number;
  y(value: number): number;
}

/** Units of the drawing; an equal scale needs more height. */
const [width, usualHeight, squareHeight] = [360, 220, 340];
const margin = { left: 52, right: 12, top: 24, bottom: 40 };
/** Of the range, left free at each end of y. */
const air = 0.05;

/** Undefined where nothing can be drawn. */
export function scaleOf({ series, is_square, is_logarithmic }: Figure): FigureScale | undefined {
  const position = (value: number) => (is_logarithmic ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value);
  const xs = rangeOf(series.flatMap(({ x }) => x));
  const ys = rangeOf(series.flatMap(({ y, high }) => [...y, ...(high ?? [])]));
  if (xs === undefined || ys === undefined || (is_logarithmic && !(xs[0] > 0))) return undefined;
  const height = is_square ? squareHeight : usualHeight;
  const edges = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
  const [across, up] = [edges.right - edges.left, edges.bottom - edges.top];
  let xRange = widened(xs, is_logarithmic || !is_square ? 0 : air);
  let yRange = widened(ys, air);
  if (is_square) {
    const unitsPerPlace = Math.max((xRange[1] - xRange[0]) / across, (yRange[1] - yRange[0]) / up);
    xRange = centred(xRange, unitsPerPlace * across);
    yRange = centred(yRange, unitsPerPlace * up);
  }
  const [first, last] = [position(xRange[0]), position(xRange[1])];
  return {
    ...{ width, height, ...edges, xRange, yRange },
    x: (value) => edges.left + ((position(value) - first) / (last - first)) * across,
    y: (value) => edges.bottom - ((value - yRange[0]) / (yRange[1] - yRange[0])) * up,
  };
}

type Range = readonly [from: number, to: number];

function rangeOf(values: readonly (number | null)[]): Range | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : undefined;
}

/** With air at both ends; a single value stands in the middle. */
function widened([from, to]: Range, share: number): Range {
  const room = to > from ? (to - from) * share : Math.max(Math.abs(to) * 0.1, 1e-6);
  return [from - room, to + room];
}

const centred = ([from, to]: Range, span: number): Range => [(from + to - span) / 2, (from + to + span) / 2];

/** Steps of a density that an eye tells apart. */
export const densitySteps = 8;

/** `d` of the places of a grid by how many curves pass them, from few to the most; empty ones are left out. */
export function densityPaths({ x, y, counts }: Series, scale: FigureScale): string[] {
  const most = (counts ?? []).reduce((high, one) => Math.max(high, one), 0);
  const paths = Array.from({ length: densitySteps }, () => '');
  const across = Math.abs(scale.x(x[1] ?? 0) - scale.x(x[0] ?? 0));
  const up = Math.abs(scale.y(y[1] ?? 0) - scale.y(y[0] ?? 0));
  for (const [column, one] of x.entries()) {
    for (const [row, value] of y.entries()) {
      const count = counts?.[column * y.length + row] ?? 0;
      if (count === 0 || value === null) continue;
      // By its root: single curves stay to be seen beside thousands.
      const step = Math.min(densitySteps - 1, Math.floor(Math.sqrt(count / most) * densitySteps));
      const [left, top] = [scale.x(one) - across / 2, scale.y(value) - up / 2];
      paths[step] +=
        `M${left.toFixed(1)} ${top.toFixed(1)}h${across.toFixed(1)}v${up.toFixed(1)}h${(-across).toFixed(1)}z`;
    }
  }
  return paths;
}

/** `d` of a curve, broken at gaps; of a band, closed. */
export function seriesPath({ kind, x, y, high }: Series, scale: FigureScale): string {
  if (kind === 'band') return bandPath(x, y, high ?? y, scale);
  let [path, isDown] = ['', false];
  for (const [i, one] of x.entries()) {
    const value = y[i];
    if (value == null) {
      isDown = false;
      continue;
    }
    path += `${isDown ? 'L' : 'M'}${scale.x(one).toFixed(1)} ${scale.y(value).toFixed(1)}`;
    isDown = true;
  }
  return path;
}

function bandPath(x: Series['x'], low: Series['y'], high: Series['y'], scale: FigureScale): string {
  const places = x.flatMap((one, i) => {
    const [under, over] = [low[i], high[i]];
    return under == null || over == null ? [] : [{ at: scale.x(one), under: scale.y(under), over: scale.y(over) }];
  });
  if (places.length === 0) return '';
  const there = places.map(({ at, over }) => `${at.toFixed(1)} ${over.toFixed(1)}`);
  const back = places.toReversed().map(({ at, under }) => `${at.toFixed(1)} ${under.toFixed(1)}`);
  return `M${[...there, ...back].join('L')}Z`;
}
