import { expect, it } from 'vitest';
import { type PhaseEdge, placeBetween } from './analysis-edges.ts';

const edge = (parameter: string, at: number): PhaseEdge => ({
  ...{ parameter, event: parameter, label: { fr: parameter, en: parameter }, at, isMoved: false, rule: at },
});
const edges = [edge('onsetAt', 1), edge('takeOffAt', 2), edge('landingAt', 2.5)];
const outcome = { t0: 0, t1: 5 } as Parameters<typeof placeBetween>[3];

it('an edge goes where it is put, and never beyond those beside it', () => {
  expect(placeBetween(edges, 'takeOffAt', 2.2, outcome, 0.001)).toBe(2.2);
  expect(placeBetween(edges, 'takeOffAt', 9, outcome, 0.001)).toBeCloseTo(2.499, 9);
  expect(placeBetween(edges, 'takeOffAt', 0, outcome, 0.001)).toBeCloseTo(1.001, 9);
  expect(placeBetween(edges, 'onsetAt', -3, outcome, 0.001)).toBe(0);
  expect(placeBetween(edges, 'landingAt', 99, outcome, 0.001)).toBe(5);
});
