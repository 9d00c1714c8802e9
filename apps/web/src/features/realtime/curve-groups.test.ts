import { expect, test } from 'vitest';
import { freeColours } from '../../charts/colours.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { curveId, groupByAthlete, groupByQuantity, maxCurves, quantityIdOf } from './curve-groups.ts';

const rower = (number: number, athlete: [string, string]) =>
  deviceFixture({
    number,
    state: 'idle',
    athlete,
    keys: [
      ['gps.speed', 'Vitesse', 'Speed', 'm/s', 2],
      ['lps.speed', 'Vitesse', 'Speed', 'm/s', 2],
      ['imu.cadence', 'Cadence', 'Cadence', 'cpm', 1],
    ],
  });
const two = [rower(10200042, ['Inès', 'Marchetti']), rower(10200217, ['Camille', 'Le Goff'])];
const grouping = {
  unitOf: ({ unit }: { unit: string }) => unit,
  language: 'fr',
  colours: { plot: '#ffffff', ink: '#10222b', named: { left: '', right: '', total: '' }, chosen: {} },
} as const;
const speed = quantityIdOf({ description: { fr: 'Vitesse', en: 'Speed' }, unit: 'm/s' });
const cadence = quantityIdOf({ description: { fr: 'Cadence', en: 'Cadence' }, unit: 'cpm' });

test('by quantity, each athlete is drawn once in each graph, in a colour and a dash that are the same in all', () => {
  const chosen = { quantities: new Set([speed, cadence]), devices: new Set(two.map(({ number }) => number)) };
  const groups = groupByQuantity(two, chosen, grouping);
  expect(groups.map(({ title, unit }) => `${title} ${unit}`).sort()).toEqual(['Cadence cpm', 'Vitesse m/s']);
  for (const { lines } of groups) {
    expect(lines.map(({ name }) => name)).toEqual(['Inès Marchetti', 'Camille Le Goff']);
    expect(lines.map(({ line }) => line)).toEqual(['solid', 'dashed']);
  }
  const [first, second] = groups.map(({ lines }) => lines.map(({ stroke }) => stroke));
  expect(first).toEqual(second);
});

test('an athlete keeps the colour when others are left out, and none has red or green', () => {
  const strokeOf = (devices: number[]) =>
    groupByQuantity(two, { quantities: new Set([speed]), devices: new Set(devices) }, grouping)[0]?.lines.at(-1)
      ?.stroke;
  expect(strokeOf([10200217])).toBe(strokeOf([10200042, 10200217]));
  expect(freeColours).not.toContain('#d62728');
  expect(freeColours).not.toContain('#2ca02c');
});

test('no more curves are drawn than there are colours', () => {
  const many = Array.from({ length: 12 }, (_, index) => rower(10200100 + index, ['A', `B${index}`]));
  const devices = new Set(many.map(({ number }) => number));
  const groups = groupByQuantity(many, { quantities: new Set([speed, cadence]), devices }, grouping);
  expect(groups.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(maxCurves);
});

test('by athlete, graphs of the same quantities can share a scale', () => {
  const chosen = new Set(two.map(({ number }) => curveId(number, 'gps.speed')));
  const groups = groupByAthlete(two, chosen, grouping);
  expect(groups.map(({ title }) => title)).toEqual(['Inès Marchetti', 'Camille Le Goff']);
  expect(groups[0]?.scale).toBe(groups[1]?.scale);
});
