import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sillage/contract';
import { type CheckedFormula, checkFormula, isFormulaProblem, parseFormula } from '@sillage/signal/formula';
import { expect, onTestFinished, test } from 'vitest';
import { createSignalWriter } from '../store/index.ts';
import { computeSignals } from './compute-signals.ts';
import { secondsOfFormula } from './cost-of-formula.ts';
import { narrowStretch } from './preview-formulas.ts';

const rateHz = 5000;
function check(text: string): CheckedFormula {
  const parsed = parseFormula(text);
  const known = new Map([['m.x', { unit: '', clock: 'm', rateHz }]]);
  const checked = isFormulaProblem(parsed) ? parsed : checkFormula(parsed, known);
  if (isFormulaProblem(checked)) throw new Error(checked.code);
  return checked;
}
const tenHours = 36_000 * rateHz;

test('ten hours at 5 kHz are computed with some filters, and not with a median of 2 s', () => {
  const seconds = (text: string) => secondsOfFormula(check(text).root, rateHz, tenHours);
  expect(seconds('lowpass(highpass(m.x, 5), 50) + 1')).toBeLessThan(limits.formulaSeconds);
  expect(seconds('median(m.x, 2)')).toBeGreaterThan(limits.formulaSeconds);
});

test('a try is of the middle of what is asked for, as much as a second computes', () => {
  const wanted = (text: string, fromSeconds: number, toSeconds: number) => ({
    ...{ recordUid: '', text, formula: check(text), variables: [], pixelColumns: 200 },
    ...{ mostSamples: tenHours, durationSeconds: 36_000, fromSeconds, toSeconds },
  });
  expect(narrowStretch(wanted('lowpass(m.x, 5)', 100, 110))).toMatchObject({ fromSeconds: 100, toSeconds: 110 });
  for (const text of ['m.x', 'lowpass(m.x, 5)', 'median(m.x, 2)', 'mean(m.x, 3600)']) {
    const { fromSeconds, toSeconds, samples } = narrowStretch(wanted(text, 0, 40_000));
    expect((fromSeconds + toSeconds) / 2).toBeCloseTo(18_000, 6);
    expect(toSeconds).toBeGreaterThan(fromSeconds);
    expect(secondsOfFormula(check(text).root, rateHz, samples)).toBeLessThan(1.01);
  }
  const { fromSeconds, toSeconds } = narrowStretch(wanted('m.x', 40_000, 41_000));
  expect([fromSeconds, toSeconds]).toEqual([36_000, 36_000]);
});

test('what takes longer than it may ends in its thread', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-formula-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const writer = createSignalWriter(join(folder, 'signals'), folder, () => {});
  const columns = [{ name: 'x', unit: '', description: { fr: '', en: '' }, type: 'f64' as const }];
  const module = writer.module({ name: 'm', type: 'm', rateHz, columns });
  await module.append({ timesSeconds: Float64Array.of(0, 1, 2), columns: [Float64Array.of(1, 2, 3)] });
  await writer.finish();
  const outcome = await computeSignals({
    ...{ signals: join(folder, 'signals'), root: check('mean(m.x, 1)').root, rateHz: 1, mostMs: -1 },
    variables: [{ name: 'm.x', module: 'm', column: 'x' }],
    ...{ folder: join(folder, 'channel'), work: folder },
    landed: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
  });
  expect(outcome).toEqual({ problem: 'tooLong' });
});
