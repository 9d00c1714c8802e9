import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analysisOf, isBadAsk, isRefused, type RunOptions, runAnalysis, type Variable } from '../index.ts';

const fixture = (file: string) => new URL(`../../../testkit/fixtures/01_jumps_gidiel/${file}`, import.meta.url);
const numbersOf = (file: string) =>
  readFileSync(fixture(file), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(/[\t,; ]+/).map(Number))
    .filter((row) => row.every(Number.isFinite));

const rateHz = 1000;
/** Force of one plate, or of two. */
type Trial = readonly Float64Array[];
const single: Trial = [Float64Array.from(numbersOf('Single-CMJ-Fz.txt'), ([force = Number.NaN]) => force)];
const dualRows = numbersOf('Dual-CMJ-Fz.txt');
const dual: Trial = [0, 1].map((i) => Float64Array.from(dualRows, (row) => row[i] ?? Number.NaN));
const together: Trial = [dual[0]!.map((force, i) => force + dual[1]![i]!)];
const recordings = { 'on one plate': single, 'on two plates': dual, 'on two plates, as their sum': together };

interface Run extends RunOptions {
  readonly analysis?: string;
  /** Times are so much longer. */
  readonly slower?: number;
}

/** Codes of a trial: why it was refused, what it warns of, why numbers are missing. */
function codesOf(trial: Trial, { analysis = 'cmj', slower = 1, ...options }: Run = {}): string[] {
  const names = trial.length === 2 ? ['fzg', 'fzd'] : ['fztot'];
  const variables = trial.map(
    (values, i): Variable => ({
      ...{ name: names[i] ?? '', unit: 'N', values },
      timesSeconds: values.map((_, k) => (k * slower) / rateHz),
    }),
  );
  const run = analysisOf(analysis);
  if (run === undefined) throw new Error(analysis);
  const found = runAnalysis(run, variables, options);
  if (isBadAsk(found)) throw new Error(JSON.stringify(found));
  if (isRefused(found)) return [found.refused];
  return [
    ...found.warnings.map(({ code }) => code),
    ...Object.values(found.values).flatMap(({ reason }) => reason ?? []),
  ];
}

const each = (trial: Trial, change: (force: number, i: number) => number): Trial =>
  trial.map((side) => side.map(change));
const cut = (trial: Trial, from: number, to: number): Trial => trial.map((side) => side.subarray(from, to));
const sumAt = (trial: Trial, i: number) => trial.reduce((sum, side) => sum + side[i]!, 0);
/** Samples of take-off and landing, and N of the weight. */
function placesOf(trial: Trial) {
  const length = trial[0]?.length ?? 0;
  let takeOff = 0;
  for (let i = 0, run = 0; i < length && takeOff === 0; i++) {
    run = sumAt(trial, i) < 20 ? run + 1 : 0;
    if (run === 150) takeOff = i - 149;
  }
  let landing = takeOff;
  while (sumAt(trial, landing) < 20) landing++;
  const weight = Array.from({ length: 1000 }, (_, i) => sumAt(trial, i)).reduce((sum, one) => sum + one, 0) / 1000;
  return { takeOff, landing, weight };
}

describe.each(Object.entries(recordings))('A jump %s', (_, good) => {
  const { takeOff, landing, weight } = placesOf(good);
  const plates = good.length;

  test('as it was recorded has no doubt that it should not have', () => {
    const doubts = codesOf(good).filter((code) => !['sideMissing', 'heightsDiffer', 'weighingTied'].includes(code));
    expect(doubts).toEqual([]);
  });
  test.each<[string, string, () => string[]]>([
    ['upside down', 'upsideDown', () => codesOf(each(good, (force) => -force))],
    ['in kilograms', 'plateEmpty', () => codesOf(each(good, (force) => force / 9.81))],
    ['in kilonewtons', 'plateEmpty', () => codesOf(each(good, (force) => force / 1000))],
    ['of an empty plate', 'plateEmpty', () => codesOf(each(good, (_, i) => Math.sin(i)))],
    ['that ends before take-off', 'noFlight', () => codesOf(cut(good, 0, takeOff - 20))],
    ['that ends in the air', 'noLandingRecorded', () => codesOf(cut(good, 0, landing - 20))],
    ['of twenty samples', 'tooShort', () => codesOf(cut(good, 0, 20))],
    ['that is taken for a squat jump', 'counterMovement', () => codesOf(good, { analysis: 'sj' })],
    ['that is taken for a drop jump', 'noRebound', () => codesOf(cut(good, 0, landing + 300), { analysis: 'dj' })],
    ['that is taken for hops', 'tooFewContacts', () => codesOf(good, { analysis: 'hop' })],
    ['that is taken for running', 'tooFewContacts', () => codesOf(good, { analysis: 'runningContacts' })],
    // Half a second of standing is no weighing.
    ['whose rate is said twice too fast', 'noMovement', () => codesOf(good, { slower: 0.5 })],
    ...[2, 3].map((slower): [string, string, () => string[]] => [
      `whose rate is said ${slower} times too slow`,
      'timeToTakeOffUnusual',
      () => codesOf(good, { slower }),
    ]),
    ...[1.2, 1.5, 1.8].map((most): [string, string, () => string[]] => [
      `clipped at ${most} weights`,
      'clipped',
      () => codesOf(each(good, (force) => Math.min(force, (most * weight) / plates))),
    ]),
    ...[5, 20, 80].map((samples): [string, string, () => string[]] => [
      `with ${samples} ms missing in the push`,
      'samplesMissing',
      () => codesOf(each(good, (force, i) => (i > takeOff - 200 && i <= takeOff - 200 + samples ? Number.NaN : force))),
    ]),
    ...[60, 120, 250].map((newtons): [string, string, () => string[]] => [
      `on a plate that shows ${newtons} N too much`,
      'flightNotZero',
      () => codesOf(each(good, (force) => force + newtons / plates)),
    ]),
    ...[60, 120].map((newtons): [string, string, () => string[]] => [
      `on a plate that shows ${newtons} N too little`,
      'flightNotZero',
      () => codesOf(each(good, (force) => force - newtons / plates)),
    ]),
    ...[20, 40, 80].map((newtons): [string, string, () => string[]] => [
      `of one who sways by ${newtons} N`,
      'weighingMoves',
      () =>
        codesOf(each(good, (force, i) => (i < takeOff - 900 ? force + (newtons / plates) * Math.sin(i / 60) : force))),
    ]),
    ...[150, 400].map((samples): [string, string, () => string[]] => [
      `on a plate that freezes for ${samples} ms`,
      'frozen',
      () => {
        const held = good.map((side) => side[200]!);
        return codesOf(
          good.map((side, k) => side.map((force, i) => (i >= 200 && i < 200 + samples ? held[k]! : force))),
        );
      },
    ]),
  ])('%s is refused or warned of: %s', (_, code, found) => {
    expect(found()).toContain(code);
  });
});

test('A side that carries nothing is said', () => {
  const [left, right] = dual;
  if (left === undefined || right === undefined) throw new Error('two sides');
  expect(codesOf([left.map((force, i) => force + right[i]!), left.map(() => 0)])).toContain('sideSilent');
  expect(codesOf([left.map(() => 0), left.map((force, i) => force + right[i]!)])).toContain('sideSilent');
});
