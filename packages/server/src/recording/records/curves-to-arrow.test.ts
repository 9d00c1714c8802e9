import { expect, test } from 'vitest';
import { arrowType, wantsArrow } from './curves-to-arrow.ts';

test.each([
  [arrowType, true],
  [`${arrowType}, application/json`, true],
  [`application/json;q=0.5, ${arrowType}`, true],
  [`APPLICATION/JSON; q=0.9 , ${arrowType.toUpperCase()};q=0.95`, true],
  [`*/*;q=0.1, ${arrowType};q=0.2`, true],
  [`${arrowType};q=0.5, application/json`, false],
  [`${arrowType};q=0.5, application/*`, false],
  [`${arrowType};q=0.5, */*`, false],
  [`${arrowType};q=0`, false],
  [`${arrowType};q=0, */*`, false],
  [`${arrowType};q=x`, false],
  [`application/json, ${arrowType}.not`, false],
  ['*/*', false],
  ['application/*', false],
  ['', false],
])('Accept: %s → Arrow %s', (accept, isArrow) => {
  expect(wantsArrow({ accept })).toBe(isArrow);
});
