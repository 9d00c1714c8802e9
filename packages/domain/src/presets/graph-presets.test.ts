import { expect, it } from 'vitest';
import { sayVariable } from '../quantities/index.ts';
import { graphPresets, presetsFor } from './graph-presets.ts';

it('nine sports and ten scenarios have one, each once, in both languages', () => {
  const values = graphPresets.map(({ value }) => value);
  expect(new Set(values).size).toBe(19);
  expect(values.filter((value) => value.endsWith('Scenario'))).toHaveLength(10);
  for (const { label } of graphPresets) expect([label.fr, label.en].every((text) => text.trim() !== '')).toBe(true);
});

it('draws only what has a name in words, no variable twice', () => {
  for (const { value, y1, y2, y3 = [] } of graphPresets) {
    const names = [...y1, ...y2, ...y3];
    expect(y1.length, value).toBeGreaterThan(0);
    expect(new Set(names).size, value).toBe(names.length);
    expect(
      names.filter((name) => sayVariable(name, 'fr') === undefined),
      value,
    ).toEqual([]);
  }
});

it('a record has the preset of its sport, the record of a test that of the test first', () => {
  const valuesOf = (looked: Parameters<typeof presetsFor>[0]) => presetsFor(looked).map(({ value }) => value);
  expect(valuesOf({ recordType: 'record', sport: 'aviron', scenario: null })).toEqual(['aviron']);
  expect(valuesOf({ recordType: 'scenario', sport: 'velo', scenario: 'ErgocycleCodeScenario' })).toEqual([
    'ErgocycleCodeScenario',
    'velo',
  ]);
  expect(valuesOf({ recordType: 'mini', sport: 'golf', scenario: null })).toEqual(['golf']);
  expect(valuesOf({ recordType: 'record', sport: null, scenario: 'constructor' })).toEqual([]);
});
