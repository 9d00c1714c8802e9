import { averageCycles, pointsOfCycle, stretchCycle } from '@sillage/signal';
import { cycleDensity } from './cycle-density.ts';
import { axis, type Figure, type FigureAxis, type FigureSeries, finiteOrGap } from './figure.ts';

/** Cycles that are drawn one by one at most, and every which point of each; of more of them it is drawn where they pass. */
const [mostStrands, every] = [120, 2];
const percents = Array.from({ length: pointsOfCycle }, (_, i) => i);

/** Cycles over each other from 0 to 100 %, with their mean and its standard deviation; none for fewer than two cycles. */
export function cycleFigure(
  about: { readonly id: string; readonly name: Figure['name']; readonly y: FigureAxis },
  timesSeconds: Float64Array,
  values: Float64Array,
  cycles: readonly { readonly from: number; readonly to: number }[],
): Figure[] {
  const spans = cycles.map(({ from, to }) => ({ fromSeconds: from, toSeconds: to }));
  const average = averageCycles(timesSeconds, values, spans);
  if (average === undefined) return [];
  const { mean, deviation, count } = average;
  const each =
    spans.length > mostStrands ? cycleDensity(timesSeconds, values, spans) : strandsOf(timesSeconds, values, spans);
  const edge = (sign: 1 | -1) => Array.from(mean, (one, i) => finiteOrGap(one + sign * deviation[i]!));
  return [
    {
      ...about,
      x: axis('Part du cycle', 'Share of the cycle', '%'),
      series: [
        ...(each === undefined ? [] : [each]),
        {
          ...{ kind: 'band', x: percents, y: edge(-1), high: edge(1) },
          name: { fr: `± 1 écart-type (n = ${count})`, en: `± 1 standard deviation (n = ${count})` },
        },
        { kind: 'line', name: { fr: 'Moyenne', en: 'Mean' }, x: percents, y: Array.from(mean, finiteOrGap) },
      ],
    },
  ];
}

function strandsOf(
  timesSeconds: Float64Array,
  values: Float64Array,
  spans: readonly { readonly fromSeconds: number; readonly toSeconds: number }[],
): FigureSeries {
  const [x, y]: [number[], (number | null)[]] = [[], []];
  for (const span of spans) {
    const curve = stretchCycle(timesSeconds, values, span);
    for (let percent = 0; percent < pointsOfCycle; percent += every) {
      x.push(percent);
      y.push(finiteOrGap(curve[percent]!));
    }
    x.push(0);
    y.push(null);
  }
  const { length } = spans;
  return { kind: 'strands', name: { fr: `${length} cycles`, en: `${length} cycles` }, x, y };
}
