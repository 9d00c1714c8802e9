import { expect, it } from 'vitest';
import { formatQuantity } from './format-quantity.ts';
import { printedUnit } from './printed-unit.ts';

const pace = { unit: 's/500 m', decimals: 1 };

it('reads a time for 500 m as rowers do, and any other number as it is', () => {
  expect(`${formatQuantity(113.7, pace, 'fr')} ${printedUnit(pace.unit, 'fr')}`).toBe('1:53,7 /500\u00a0m');
  expect(`${formatQuantity(113.7, pace, 'en')} ${printedUnit('s/500m', 'en')}`).toBe('1:53.7 /500\u00a0m');
  // Of a difference, and one that rounds up to the minute.
  expect(formatQuantity(-2.34, pace, 'fr')).toBe('−0:02,3');
  expect(formatQuantity(119.97, pace, 'fr')).toBe('2:00,0');
  expect(formatQuantity(null, pace, 'fr')).toBe('–');
  expect(formatQuantity(113.7, { unit: 's', decimals: 1 }, 'fr')).toBe('113,7');
});
