import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pressLegend } from '../../charts/press-legend.ts';
import {
  addGraph,
  addVariable,
  firstLayout,
  fixRanges,
  freeRanges,
  mergeGraphs,
  moveVariable,
  placedNames,
  removeVariable,
  setAxis,
} from './graph-layout.ts';

const available = Object.fromEntries(
  [
    ['imu.acc_x', 'm/s²'],
    ['imu.acc_y', 'm/s²'],
    ['imu.acc_z', 'm/s²'],
    ['imu.gyr_x', '°/s'],
    ['imu.temperature', '°C'],
    ['gps.lat', '°'],
    ['gps.speed', 'm/s'],
    ['bike.power', 'W'],
    ['bike.cadence', 'rpm'],
  ].map(([name, unit]) => [name, { unit: unit ?? '', description: { fr: name ?? '', en: name ?? '' } }]),
);
const names = Object.keys(available);

describe('graph layout', () => {
  it('opens on what tells most, one unit a graph', () => {
    expect(firstLayout(available).map((graph) => graph.variables.map((one) => one.name))).toEqual([
      ['gps.speed'],
      ['bike.power'],
      ['bike.cadence'],
      ['imu.acc_x', 'imu.acc_y', 'imu.acc_z'],
    ]);
  });

  it('parts quantities whose units nobody told', () => {
    const names = ['csv.speed', 'csv.power', 'csv.acc_x', 'csv.acc_y'];
    const told = Object.fromEntries(names.map((name) => [name, { unit: '', description: { fr: '', en: '' } }]));
    expect(firstLayout(told).map((graph) => graph.variables.length)).toEqual([1, 1, 2]);
  });

  it('shows something even of a record with nothing telling', () => {
    const odd = { 'gps.lat': { unit: '°', description: { fr: '', en: '' } } };
    expect(placedNames(firstLayout(odd))).toEqual(['gps.lat']);
    expect(firstLayout({})).toEqual([]);
  });

  it('never places a variable twice nor keeps a graph emptied', () => {
    const step = fc.tuple(fc.boolean(), fc.constantFrom(...names));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const layout = steps.reduce(
          (now, [add, name]) => (add ? addVariable(now, name, available) : removeVariable(now, name)),
          firstLayout(available),
        );
        const placed = placedNames(layout);
        expect(new Set(placed).size).toBe(placed.length);
        expect(layout.every((graph) => graph.variables.length > 0)).toBe(true);
        expect(new Set(layout.map((graph) => graph.id)).size).toBe(layout.length);
        const merged = placedNames(mergeGraphs(layout, available));
        expect(placed).toEqual(expect.arrayContaining(merged));
        expect(new Set(merged.map((name) => available[name]?.unit)).size).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('puts a variable on the empty graph that was asked for, on its axis when told', () => {
    const layout = addVariable(addGraph(firstLayout(available)), 'imu.gyr_x', available);
    expect(layout.at(-1)?.variables).toEqual([{ name: 'imu.gyr_x', axis: 'y1' }]);
    expect(setAxis(layout, 'imu.gyr_x', 'y2').at(-1)?.variables[0]?.axis).toBe('y2');
  });

  it('merges three units to three axes; those of a fourth wait', () => {
    const [graph] = mergeGraphs(firstLayout(available), available);
    expect(graph?.variables).toEqual([
      { name: 'gps.speed', axis: 'y1' },
      { name: 'bike.power', axis: 'y2' },
      { name: 'bike.cadence', axis: 'y3' },
    ]);
  });

  it('moves a variable to another graph or a new one, and drops the graph that it left empty', () => {
    const layout = firstLayout(available);
    const namesOf = (one: ReturnType<typeof firstLayout>) =>
      one.map(({ variables }) => variables.map(({ name }) => name).join());
    expect(namesOf(moveVariable(layout, 'imu.acc_y', 0))).toEqual([
      'gps.speed,imu.acc_y',
      'bike.power',
      'bike.cadence',
      'imu.acc_x,imu.acc_z',
    ]);
    expect(namesOf(moveVariable(layout, 'gps.speed', 1))[0]).toBe('bike.power,gps.speed');
    expect(namesOf(moveVariable(layout, 'imu.acc_y', 4)).at(-1)).toBe('imu.acc_y');
    for (const place of [-1, 5]) expect(moveVariable(layout, 'imu.acc_y', place)).toBe(layout);
    expect(moveVariable(layout, 'gps.lat', 0)).toBe(layout);
  });

  it('keeps the ranges that were set of a graph until they are given back', () => {
    const layout = firstLayout(available);
    const set = fixRanges(fixRanges(layout, 2, { y1: [0, 5] }), 2, { y2: [1, 2] });
    expect(set.map(({ fixed }) => fixed)).toEqual([undefined, { y1: [0, 5], y2: [1, 2] }, undefined, undefined]);
    expect(fixRanges(set, 2, undefined)).toEqual(layout);
    expect(freeRanges(set)).toEqual(layout);
    expect(freeRanges(layout)).toBe(layout);
  });

  it('shows one variable of a graph alone, then all again, and hides one by one', () => {
    const graph = ['a', 'b', 'c'];
    const alone = pressLegend(new Set(['elsewhere']), 'a', graph, false);
    expect([...alone].sort()).toEqual(['b', 'c', 'elsewhere']);
    expect([...pressLegend(alone, 'b', graph, false)].sort()).toEqual(['a', 'c', 'elsewhere']);
    expect([...pressLegend(alone, 'a', graph, false)]).toEqual(['elsewhere']);
    expect([...pressLegend(new Set(), 'a', graph, true)]).toEqual(['a']);
    expect([...pressLegend(new Set(['a']), 'a', graph, true)]).toEqual([]);
    expect([...pressLegend(new Set(), 'a', ['a'], false)]).toEqual([]);
  });
});
