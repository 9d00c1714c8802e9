import { expect, test } from 'vitest';
import { cycleFigure } from './cycle-figure.ts';
import { axis } from './figure.ts';

const about = { id: 'wave', name: { fr: 'Onde', en: 'Wave' }, y: axis('Force', 'Force', 'N') };
/** So many strokes of 2 s at 50 Hz, each a little stronger than the one before. */
function figureOf(strokes: number) {
  const times = Float64Array.from({ length: strokes * 100 + 1 }, (_, i) => i / 50);
  const values = times.map((t) => (1 + Math.floor(t / 2) / strokes) * Math.sin(Math.PI * (t % 2)) * 100);
  const cycles = Array.from({ length: strokes }, (_, i) => ({ from: 2 * i, to: 2 * i + 2 }));
  return cycleFigure(about, times, values, cycles)[0];
}

test('Few strokes are drawn one by one, with their mean and its deviation', () => {
  expect(figureOf(20)?.series.map(({ kind }) => kind)).toEqual(['strands', 'band', 'line']);
  expect(figureOf(20)?.series[0]?.name.fr).toBe('20 cycles');
});

test('Of 2,000 strokes every one is in the picture, which stays small', () => {
  const figure = figureOf(2000);
  const [density] = figure?.series ?? [];
  expect(density).toMatchObject({ kind: 'density', name: { fr: '2000 cycles superposés' } });
  const rows = density?.y.length ?? 0;
  const columns = density?.x.map((_, i) => density.counts?.slice(i * rows, (i + 1) * rows) ?? []) ?? [];
  expect(columns).toHaveLength(101);
  for (const column of columns) expect(column.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(2000);
  // No place is passed by more curves than there are.
  expect(Math.max(...columns.flat())).toBeLessThanOrEqual(2000);
  expect(JSON.stringify(figure).length).toBeLessThan(60_000);
});
