import { expect, it } from 'vitest';
import { completeAt, replaced } from './complete-formula.ts';

const offers = ['imu.acc_x', 'imu.acc_y', 'gps.speed', '[csv.Vitesse (km/h)]', 'lowpass(', 'max('].map((text) => ({
  text,
  label: text === 'gps.speed' ? 'Vitesse' : '',
  detail: '',
}));

it.each([
  ['0.5*(acc|', ['imu.acc_x', 'imu.acc_y'], '0.5*(imu.acc_x'],
  ['low|(imu.acc_x)', ['lowpass('], 'lowpass((imu.acc_x)'],
  ['2*vit|', ['gps.speed', '[csv.Vitesse (km/h)]'], '2*gps.speed'],
  ['[csv.V|', ['[csv.Vitesse (km/h)]'], '[csv.Vitesse (km/h)]'],
  ['imu.a|cc_x', ['imu.acc_x', 'imu.acc_y'], 'imu.acc_x'],
  ['imu.acc_x + |', [], undefined],
  ['gps.speed|', [], undefined],
])('%s', (written, expected, taken) => {
  const caret = written.indexOf('|');
  const text = written.replace('|', '');
  const found = completeAt(text, caret, offers, false);
  expect(found.offers.map((offer) => offer.text)).toEqual(expected);
  const [first] = found.offers;
  expect(first && replaced(text, found, first.text)).toBe(taken);
});

it('offers all when it is asked where no word stands', () => {
  expect(completeAt('2*', 2, offers, true).offers).toHaveLength(offers.length);
});
