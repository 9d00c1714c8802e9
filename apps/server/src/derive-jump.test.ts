import { readFileSync } from 'node:fs';
import { analysisOf, isBadAsk, isRefused, runAnalysis } from '@sillage/analysis';
import { expect, it } from 'vitest';
import { deriveJump, type JumpChange } from './derive-jump.ts';

const recorded = readFileSync(new URL('../demo/01_jumps_gidiel/Dual-CMJ-Fz.txt', import.meta.url), 'utf8');
const same: JumpChange = { mass: 1, strength: 1, isMirrored: false };

function valuesOf(text: string): Record<string, number> {
  const rows = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').map(Number));
  const timesSeconds = Float64Array.from(rows, (_, i) => i / 1000);
  const plates = ['fzg', 'fzd'].map((name, plate) => ({
    ...{ name, unit: 'N', timesSeconds },
    values: Float64Array.from(rows, (row) => row[plate] ?? Number.NaN),
  }));
  const cmj = analysisOf('cmj');
  const found = cmj && runAnalysis(cmj, plates);
  if (found === undefined || isRefused(found) || isBadAsk(found)) throw new Error('no jump');
  return Object.fromEntries(Object.entries(found.values).map(([id, { value }]) => [id, value ?? Number.NaN]));
}

it('makes a jump of another strength as high as its square says, by impulse and by flight alike', () => {
  const before = valuesOf(recorded);
  const after = valuesOf(deriveJump(recorded, { ...same, strength: 1.04 }));
  const grown = (name: string) => (after[name] ?? 0) / (before[name] ?? 1);
  // The weight of the stillest second is not exactly that of the first one.
  for (const height of ['heightImpulse', 'heightFlight'])
    expect(Math.abs(grown(height) - 1.04 ** 2)).toBeLessThan(0.015);
  expect(after.mass).toBeCloseTo(before.mass ?? 0, 1);
});

it('makes another athlete: heavier, as high, the other way round', () => {
  const [before, after] = [
    valuesOf(recorded),
    valuesOf(deriveJump(recorded, { ...same, mass: 1.2, isMirrored: true })),
  ];
  expect((after.mass ?? 0) / (before.mass ?? 1)).toBeCloseTo(1.2, 3);
  expect(after.heightFlight).toBeCloseTo(before.heightFlight ?? 0, 2);
  expect(Math.sign(after.asymmetry ?? 0)).toBe(-Math.sign(before.asymmetry ?? 0));
});

it('changes nothing where nothing is changed', () => {
  expect(valuesOf(deriveJump(recorded, same)).heightImpulse).toBeCloseTo(valuesOf(recorded).heightImpulse ?? 0, 4);
});
