import { expect, it } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { sharedVariables, shortLabelOf } from './shared-variables.ts';

const description = { fr: '', en: '' };
const record = (id: number, units: { readonly [variable: string]: string }) =>
  makeRecord({
    id,
    available_data: Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, { unit, description }])),
  });

it('a variable is shared by its own name, and never in two units', () => {
  const records = [
    record(1, { 'gps.speed': 'm/s', 'imu.roll': '°' }),
    record(2, { 'csv.speed': 'km/h', 'maxi.roll': '°' }),
    record(3, { 'a.speed': 'km/h', 'b.speed': 'm/s', 'imu.roll': 'rad' }),
  ];
  expect(sharedVariables(records).map(({ name, of }) => [name, [...of]])).toEqual([
    [
      'speed',
      [
        [1, 'gps.speed'],
        [3, 'b.speed'],
      ],
    ],
    [
      'roll',
      [
        [1, 'imu.roll'],
        [2, 'maxi.roll'],
      ],
    ],
  ]);
});

it('is called as people say it, or as the record describes it', () => {
  const about = (fr: string) => ({ unit: '', description: { fr, en: '' } });
  const of = new Map<number, string>();
  expect(shortLabelOf({ name: 'speed', of, about: about('Vitesse du bateau sur l’eau') }, 'fr')).toBe('Vitesse');
  expect(shortLabelOf({ name: 't_check', of, about: about('Temps de retenue') }, 'fr')).toBe('Temps de retenue');
});
