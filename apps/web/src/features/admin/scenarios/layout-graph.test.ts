import type { ScenarioDrawing } from '@sillage/contract';
import { expect, test } from 'vitest';
import { box, layoutGraph, yOf } from './layout-graph.ts';

const state = (id: number) => ({ id, line: id + 2, kind: 'wait' as const, title: null });
const arrow = (from: number, to: number) => ({ from, to, is_else: false });
const drawing = (ids: readonly number[], arrows: ScenarioDrawing['arrows']): ScenarioDrawing => ({
  ...{ states: ids.map(state), arrows, limit_seconds: 60 },
});

test('states stand below each other; the way to the next is straight, others have lanes that do not cross', () => {
  const { states, arrows, width } = layoutGraph(
    drawing([0, 3, 4, 7], [arrow(0, 3), arrow(3, 4), arrow(4, 3), arrow(4, 7), arrow(7, 0)]),
  );
  expect(states.map(({ y }) => y)).toEqual([0, 1, 2, 3].map(yOf));
  const beside = arrows.filter(({ x }) => x !== null);
  expect(beside).toMatchObject([
    { from: 2, to: 1, isBack: true },
    { from: 3, to: 0, isBack: true },
  ]);
  expect(new Set(beside.map(({ x }) => x)).size).toBe(2);
  expect(width).toBeGreaterThan(Math.max(...beside.map(({ x }) => x ?? 0)));
  expect(Math.min(...beside.map(({ x }) => x ?? 0))).toBeGreaterThan(box.left + box.width);
});

test('of a long program what is not drawn is counted, and no way leads there', () => {
  const ids = Array.from({ length: 230 }, (_, i) => i);
  const { states, leftOut, arrows } = layoutGraph(drawing(ids, [arrow(0, 1), arrow(1, 229)]));
  expect([states.length, leftOut, arrows.length]).toEqual([200, 30, 1]);
});

test('a loop has a frame around its states, one that holds another a larger one', () => {
  const { frames } = layoutGraph(
    drawing([0, 1, 2, 3, 4], [arrow(0, 1), arrow(1, 2), arrow(2, 3), arrow(3, 2), arrow(3, 4), arrow(4, 1)]),
  );
  expect(frames).toEqual([
    { from: 1, to: 4, around: 8 },
    { from: 2, to: 3, around: 4 },
  ]);
});
