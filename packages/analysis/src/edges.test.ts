import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyses, analysisOf, isRefused, type Variable } from './index.ts';
import { answerOf, makeRecording, outcomeOf } from './make-test-recording.ts';

const gravity = 9.81;
const weight = 70 * gravity;
const steps =
  (...levels: readonly (readonly [until: number, weights: number])[]) =>
  (t: number) =>
    weight * (levels.find(([until]) => t < until) ?? levels.at(-1) ?? [0, 0])[1];
const flight = (2 * 2) / gravity;
const contact = 4.5 / (3 * gravity);
const none = ['°/s', () => 0] as const;
const effort = (t: number) => (t > 2 && t < 4 ? 300 : t > 8 && t < 9 ? 240 : 0);

/** A recording of each analysis that has edges, with what it is told besides. */
const recordings: Readonly<Record<string, Variable[]>> = {
  cmj: makeRecording(5, 1000, {
    fztot: ['N', steps([1.5, 1], [1.7, 0.3], [1.84, 2], [1.98, 2.456], [1.98 + flight, 0], [2.7, 2], [9, 1])],
  }),
  sj: makeRecording(6, 1000, { fztot: ['N', steps([3, 1], [3.17, 2.2], [3.17 + flight, 0], [4.5, 2], [9, 1])] }),
  dj: makeRecording(8, 1000, {
    fztot: ['N', steps([1, 0], [1 + contact, 4], [1 + contact + flight, 0], [1.8, 2.5], [9, 1])],
  }),
  isometric: makeRecording(8, 1000, {
    fztot: ['N', (t) => 800 + (t < 3 ? 0 : t < 5 ? 1500 * (1 - Math.exp(-(t - 3) / 0.1)) : 0) + Math.sin(70 * t)],
  }),
  nordic: makeRecording(11, 100, { fg: ['N', effort], fd: ['N', effort] }),
  sprintTrace: makeRecording(9, 50, {
    speed: ['m/s', (t) => (t < 1.2 ? 0.05 * Math.abs(Math.sin(9 * t)) : 9 * (1 - Math.exp(-(t - 1.2) / 1.2)))],
  }),
  golfSwing: makeRecording(6, 200, {
    gyro_x: [
      '°/s',
      (t) =>
        t >= 2 && t < 2.9
          ? 150 * Math.sin((Math.PI * (t - 2)) / 0.9)
          : t >= 2.9 && t < 3.5
            ? 5 + 900 * Math.sin((Math.PI * (t - 2.9)) / 0.6)
            : 3,
    ],
    ...{ gyro_y: none, gyro_z: none },
  }),
  bmxStart: makeRecording(8, 100, {
    torque: ['N·m', (t) => (t < 2 ? 0 : 150 - 10 * t)],
    cadence: ['rpm', (t) => (t < 2 ? 0 : 20 + 20 * (t - 2))],
  }),
  hammer: makeRecording(6, 200, {
    force: ['N', (t) => (t < 4 ? 500 + 550 * t + 200 * Math.sin(2 * Math.PI * 1.5 * t) : 0)],
  }),
};
const withEdges = analyses.flatMap(({ id, parameters }) => {
  const edges = Object.entries(parameters).flatMap(([name, rule]) =>
    'edge' in rule && rule.edge !== undefined ? [[name, rule.edge] as const] : [],
  );
  return edges.length > 0 ? [{ id, edges }] : [];
});

describe.each(withEdges)('$id', ({ id, edges }) => {
  const recording = recordings[id] ?? [];
  const found = () => answerOf(id, recording);
  const step = (recording[0]?.timesSeconds[1] ?? 0) - (recording[0]?.timesSeconds[0] ?? 0);

  test.each(edges)('%s stands where it was put, three samples on, and its phases with it', (parameter, event) => {
    const rule = found().events.find(({ name }) => name === event)?.at ?? Number.NaN;
    const moved = answerOf(id, recording, { parameters: { [parameter]: String(rule - 3 * step) } });
    expect(moved.events.find(({ name }) => name === event)?.at).toBeCloseTo(rule - 3 * step, 6);
    expect(moved.parameters[parameter]?.source).toBe('moved');
    const edgesOf = ({ phases }: typeof moved) => phases.flatMap(({ from, to }) => [from, to]);
    const isAnEdge = edgesOf(found()).some((at) => Math.abs(at - rule) < 1e-6);
    if (isAnEdge) expect(edgesOf(moved).some((at) => Math.abs(at - (rule - 3 * step)) < 1e-6)).toBe(true);
  });

  test('wherever its edges are put, it answers numbers that are some, or refuses', () => {
    const places = fc.record(
      Object.fromEntries(edges.map(([name]) => [name, fc.double({ min: 0, max: 12, noNaN: true })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(places, (asked) => {
        const parameters = Object.fromEntries(Object.entries(asked).map(([name, at]) => [name, String(at)]));
        const outcome = outcomeOf(id, recording, { parameters });
        if (isRefused(outcome)) return;
        for (const { from, to } of outcome.phases) expect(Number.isFinite(from) && to >= from).toBe(true);
        for (const { value, reason } of Object.values(outcome.values)) {
          expect(value === null ? reason !== undefined : Number.isFinite(value)).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
  });
});

test('Every edge is the time of an event that the catalogue’s recordings have', () => {
  expect(withEdges.map(({ id }) => id).sort()).toEqual(Object.keys(recordings).sort());
  for (const { id } of withEdges) expect(analysisOf(id)).toBeDefined();
});
