import { recordTimeAt } from '@sillage/domain';
import { expect, test } from 'vitest';
import { takeEdge } from './live-edge.ts';

test('the edge runs on between batches and does not tremble with them', () => {
  const edge = takeEdge(undefined, 10, 1000);
  const late = takeEdge(edge, 10.05, 1090);
  expect(late).toBe(edge);
  expect(recordTimeAt(late, 2000)).toBe(11);
});

test('it never hides the newest sample, and follows one that is far off', () => {
  const edge = takeEdge(undefined, 10, 1000);
  expect(recordTimeAt(takeEdge(edge, 10.2, 1100), 1100)).toBe(10.2);
  expect(recordTimeAt(takeEdge(edge, 3, 1100), 1100)).toBe(3);
});
