import { expect, test } from 'vitest';
import { analysisOf, isBadAsk, isRefused, parameterValue, type RunOptions, runAnalysis } from './index.ts';

const cmj = analysisOf('cmj');
if (cmj === undefined) throw new Error('no CMJ');

/** A jump of 70 kg: stands, dips, pushes, flies, lands. */
const timesSeconds = Float64Array.from({ length: 4000 }, (_, i) => i / 1000);
const values = timesSeconds.map((t) => {
  if (t < 2) return 686.7 + Math.sin(t * 50) / 2;
  if (t < 2.3) return 343;
  return t < 2.7 ? 1500 : t < 3.1 ? 0 : t < 3.3 ? 2000 : 686.7;
});
const parametersOf = (options: RunOptions) => {
  const found = runAnalysis(cmj, [{ name: 'fz', unit: 'N', timesSeconds, values }], options);
  if (isRefused(found) || isBadAsk(found)) throw new Error(JSON.stringify(found));
  return found.parameters;
};

test('the rules of a club hold unless a preset is chosen, or somebody says otherwise; what was measured holds against a preset', () => {
  const held = {
    flightThreshold: { value: 15, source: 'organisation' },
    onsetDeviations: { value: 6, source: 'coach' },
    gravity: { value: 9.79, source: 'measured' },
  } as const;
  expect(parametersOf({ held })).toMatchObject({
    ...held,
    onsetRule: { value: 'backward', source: 'default' },
  });
  expect(parametersOf({ held, preset: 'duarteWatanabe2021', parameters: { onsetDeviations: '7' } })).toMatchObject({
    flightThreshold: { value: 10, source: 'preset' },
    gravity: { value: 9.79, source: 'measured' },
    onsetDeviations: { value: 7, source: 'given' },
  });
});

test('a rule that its parameter does not take any more counts for nothing', () => {
  const held = {
    flightThreshold: { value: 5000, source: 'organisation' },
    nothing: { value: 1, source: 'coach' },
  } as const;
  expect(parametersOf({ held }).flightThreshold).toEqual({ value: 20, unit: 'N', source: 'default' });
  expect(parametersOf({ held })).not.toHaveProperty('nothing');
  expect(parameterValue(cmj, 'flightThreshold', '5000')).toBeUndefined();
  expect(parameterValue(cmj, 'flightThreshold', '15')).toBe(15);
  expect(parameterValue(cmj, 'onsetAt', '1')).toBeUndefined();
  expect(parameterValue(cmj, 'constructor', '1')).toBeUndefined();
});
