import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdTestSamples } from './hold-test-samples.ts';
import {
  checkFormula,
  evaluateFormula,
  expandChannels,
  functionNames,
  isFormulaProblem,
  parseFormula,
  sayProblem,
  writeVariable,
} from './index.ts';

const known = new Map([
  ['imu.acc_x', { unit: 'm/s²', clock: 'imu', rateHz: 100 }],
  ['imu.acc_y', { unit: 'm/s²', clock: 'imu', rateHz: 100 }],
  ['imu.roll', { unit: '°', clock: 'imu', rateHz: 100 }],
  ['gps.speed', { unit: 'm/s', clock: 'gps', rateHz: 10 }],
  ['csv.Force (N)', { unit: 'N', clock: 'csv', rateHz: 1000 }],
  ['csv.plain', { unit: '', clock: 'csv', rateHz: 1000 }],
]);

function check(text: string) {
  const formula = parseFormula(text);
  return isFormulaProblem(formula) ? formula : checkFormula(formula, known);
}

/** Of one sample, whose `m.x` is 3. */
function resultOf(text: string): number {
  const formula = parseFormula(text);
  if (isFormulaProblem(formula)) throw new Error(`${formula.code} in ${text}`);
  const checked = checkFormula(formula, new Map([['m.x', { unit: '', clock: 'm', rateHz: 1 }]]));
  if ('code' in checked) throw new Error(`${checked.code} in ${text}`);
  const samples = { m: { times: Float64Array.of(0), columns: { x: Float64Array.of(3) } } };
  const into = new Float64Array(1);
  evaluateFormula(checked.root, holdTestSamples(samples)).read(0, into);
  return into[0] ?? Number.NaN;
}

test.each([
  ['0.5*(m.x + 1)', 2],
  ['-m.x^2', -9],
  ['2^3^m.x', 2 ** 27],
  ['2^-m.x', 1 / 8],
  ['m.x - 1 - 1', 1],
  ['12 / m.x / 2', 2],
  ['m.x − 2 × 3 ÷ 6', 2],
  ['+-+m.x', -3],
  ['min(m.x, 5, 2)', 2],
  ['clamp(10*m.x, -1, 1)', 1],
  ['atan2(m.x, 3)', 45],
  ['sin(pi/6 + 0*m.x)', 0.5],
  ['1e2*[m.x] + .5', 300.5],
])('%s', (text, value) => expect(resultOf(text)).toBeCloseTo(value, 12));

test.each([
  ['imu.acc_x + imu.acc_y', 'm/s²'],
  ['0.5*imu.acc_x + 3', 'm/s²'],
  ['sqrt(imu.acc_x^2 + imu.acc_y^2)', 'm/s²'],
  ['imu.acc_x^2', '(m/s²)²'],
  ['imu.acc_x / imu.acc_y', ''],
  ['imu.acc_x * gps.speed', undefined],
  ['derivative(gps.speed)', 'm/s²'],
  ['integral(lowpass(imu.acc_x, 5))', 'm/s'],
  ['derivative([csv.Force (N)])', 'N/s'],
  ['sin(imu.roll)', ''],
  ['atan2(imu.acc_x, imu.acc_y)', '°'],
  ['csv.plain + gps.speed', 'm/s'],
])('the unit of %s is %s', (text, unit) => expect(check(text)).toMatchObject({ unit }));

test('a unit is the same however it is spelled, and is spelled as the record has it', () => {
  const spelled = new Map([
    ['imu.acc_x', { unit: 'm/s^2', clock: 'imu', rateHz: 100 }],
    ['imu.roll', { unit: 'deg', clock: 'imu', rateHz: 100 }],
    ['gps.speed', { unit: 'm/s', clock: 'gps', rateHz: 10 }],
  ]);
  const checked = (text: string) => {
    const formula = parseFormula(text);
    return isFormulaProblem(formula) ? formula : checkFormula(formula, spelled);
  };
  expect(checked('derivative(gps.speed) - imu.acc_x')).toMatchObject({ unit: 'm/s^2' });
  expect(checked('integral(imu.acc_x)')).toMatchObject({ unit: 'm/s' });
  expect(checked('derivative(imu.roll)')).toMatchObject({ unit: '°/s' });
  expect(checked('sin(imu.roll)')).toMatchObject({ root: { of: 'sinDegrees' } });
});

test('an angle in ° is read as such, any other in rad', () => {
  expect(check('sin(imu.roll)')).toMatchObject({ root: { of: 'sinDegrees' } });
  expect(check('sin(imu.roll/2)')).toMatchObject({ root: { of: 'sinDegrees' } });
  expect(check('sin(csv.plain*pi/180)')).toMatchObject({ root: { of: 'sin' } });
});

test('a channel is in the unit that was said of it, also within others', () => {
  const formula = parseFormula('sin(c.angle) + 0*c.angle');
  const angle = { formula: 'imu.acc_x*imu.acc_y', unit: '°' };
  const expanded = isFormulaProblem(formula) ? formula : expandChannels(formula, new Map([['c.angle', angle]]));
  if (isFormulaProblem(expanded)) throw new Error(expanded.code);
  const known = new Map(['x', 'y'].map((axis) => [`imu.acc_${axis}`, { unit: '', clock: 'imu', rateHz: 100 }]));
  expect(checkFormula(expanded, known)).toMatchObject({ root: { inputs: [{ of: 'sinDegrees' }, {}] } });
});

test('it has the times of the variable that is named first, and says which others are read at them', () => {
  expect(check('2*gps.speed * lowpass(imu.acc_x, 5)')).toMatchObject({ clock: 'gps', rateHz: 10, resampled: ['imu'] });
});

describe('what is wrong is said, with its place and what could stand there', () => {
  test.each([
    ['', { code: 'empty', from: 0, to: 0 }],
    ['imu.acc_x +', { code: 'unfinished', from: 11, to: 11 }],
    ['(imu.acc_x', { code: 'unclosed', from: 0, to: 1 }],
    ['imu.acc_x)', { code: 'unexpected', from: 9, to: 10 }],
    ['2 imu.acc_x', { code: 'unexpected', from: 2, to: 11 }],
    ['0,5*imu.acc_x', { code: 'decimalComma', from: 0, to: 3, instead: '0.5' }],
    ['imu.acc_x ; 2', { code: 'unknownSign', from: 10, to: 11 }],
    ['[imu.acc_x', { code: 'unclosed', from: 0, to: 10, instead: '[imu.acc_x]' }],
    ['imu.acx_x', { code: 'unknownVariable', from: 0, to: 9, instead: 'imu.acc_x' }],
    ['1 + lowpas(imu.acc_x, 5)', { code: 'unknownFunction', from: 4, to: 10, instead: 'lowpass' }],
    ['1 + lowpass', { code: 'noParentheses', from: 4, to: 11 }],
    ['lowpass(imu.acc_x)', { code: 'inputCount', from: 0, to: 18 }],
    ['lowpass(imu.acc_x, imu.acc_y)', { code: 'notANumber', from: 19, to: 28 }],
    ['lowpass(imu.acc_x, 50)', { code: 'frequency', from: 19, to: 21, words: { most: 50, rate: 100 } }],
    ['lowpass(imu.acc_x, 5, 9)', { code: 'order', from: 22, to: 23 }],
    ['bandpass(imu.acc_x, 8, 5)', { code: 'bounds' }],
    ['mean(imu.acc_x, 0)', { code: 'notPositive', from: 16, to: 17 }],
    ['median(imu.acc_x, 200)', { code: 'window', words: { most: 100 } }],
    ['imu.acc_x + gps.speed', { code: 'units', words: { left: 'm/s²', right: 'm/s' } }],
    ['max(imu.acc_x, gps.speed)', { code: 'units' }],
    ['sin(imu.roll*pi/180)', { code: 'alreadyDegrees', from: 4, to: 19 }],
    ['cos(lowpass(imu.roll, 5)/57.3 + 1)', { code: 'alreadyDegrees' }],
    ['1 + 2', { code: 'noVariable' }],
    ['derivative(2)', { code: 'noVariable', from: 11, to: 12 }],
    ['imu.acc_x/(1-1) + 1/0', { code: 'notFinite', from: 18, to: 21 }],
    [`${'('.repeat(41)}imu.acc_x${')'.repeat(41)}`, { code: 'tooDeep' }],
    [`imu.acc_x${'+1'.repeat(150)}`, { code: 'tooManyParts' }],
    ['1'.repeat(1001), { code: 'tooLong' }],
  ])('%s', (text, problem) => {
    const found = check(text);
    expect(found).toMatchObject(problem);
    if (!('code' in found)) throw new Error('no problem');
    for (const language of ['fr', 'en'] as const) expect(sayProblem(found, language)).not.toMatch(/[{}]/);
  });
});

test('channels that depend on themselves, or on too many others, are refused', () => {
  const formulas: [string, string][] = [
    ['c.a', 'c.b + 1'],
    ['c.b', '2*c.a'],
    ...Array.from({ length: 20 }, (_, i): [string, string] => [`d.${i}`, `d.${i + 1} + d.${i + 1}`]),
  ];
  const channels = new Map(formulas.map(([name, formula]) => [name, { formula, unit: null }]));
  const expand = (text: string) => {
    const formula = parseFormula(text);
    return isFormulaProblem(formula) ? formula : expandChannels(formula, channels);
  };
  expect(expand('1 + c.a')).toMatchObject({ code: 'circular', from: 4, to: 7 });
  expect(expand('d.0')).toMatchObject({ code: 'tooDeep' });
});

const pieces = fc.constantFrom(
  ...functionNames,
  ...[
    'imu.acc_x',
    '[csv.Force (N)]',
    '[',
    ']',
    '(',
    ')',
    '((',
    ',',
    '.',
    '+',
    '-',
    '*',
    '/',
    '^',
    '1',
    '0.5',
    '1e999',
    '5)',
    ' ',
    'é',
    '²',
    '💥',
    '\ud800',
    'pi',
    '__proto__',
    'constructor',
  ],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
  fc.string({ maxLength: 60, unit: 'binary' }),
);

test('no text throws: it is a formula, or says what is wrong within its own length', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const found = check(text);
      if (!('code' in found)) return;
      expect(found.from).toBeLessThanOrEqual(found.to);
      expect(found.to).toBeLessThanOrEqual(text.length);
      expect(sayProblem(found, 'fr')).not.toBe('');
    }),
    { numRuns: 10_000 },
  );
});

test('a variable is written so that it is read again', () => {
  const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !/[[\]]/.test(name));
  fc.assert(
    fc.property(names, (name) => {
      expect(parseFormula(writeVariable(name))).toMatchObject({ kind: 'variable', name });
    }),
    { numRuns: 1000 },
  );
  expect(writeVariable('imu.acc_x')).toBe('imu.acc_x');
  expect(writeVariable('csv.Force (N)')).toBe('[csv.Force (N)]');
});
