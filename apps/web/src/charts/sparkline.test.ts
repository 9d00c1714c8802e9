import { expect, test } from 'vitest';
import { sparkPath } from './sparkline.tsx';

test('a slow variable is one line through its values, whatever lies empty between them', () => {
  const sparse = Array.from({ length: 31 }, (_, place) => (place % 10 === 0 ? place : null));
  expect(sparkPath(sparse, 30, 10)).toBe('M0.0 9.0L10.0 6.3L20.0 3.7L30.0 1.0');
});

test('a slow variable whose buckets give a lowest and a highest value is one line too', () => {
  const sparse = Array.from({ length: 40 }, (_, place) => (place % 13 < 2 ? place : null));
  expect(sparkPath(sparse, 40, 10).match(/M/g)).toHaveLength(1);
});

test('so is one that leaves a bucket empty now and then', () => {
  const values = Array.from({ length: 96 }, (_, place) => (place % 12 < 2 ? null : place % 7));
  expect(sparkPath(values, 96, 10).match(/M/g)).toHaveLength(1);
});

test('a hole in a dense one stays a hole', () => {
  expect(sparkPath([0, 1, 2, null, 4], 40, 10).match(/M/g)).toHaveLength(2);
});

test('so does one much longer than the usual distance between values', () => {
  const values = Array.from({ length: 41 }, (_, place) => (place % 2 === 0 && (place < 10 || place > 30) ? 1 : null));
  expect(sparkPath(values, 40, 10).match(/M/g)).toHaveLength(2);
});

test('nothing is drawn of nothing', () => {
  expect(sparkPath([null, Number.NaN], 40, 10)).toBe('');
});
