import { expect, test } from 'vitest';
import { compileText } from './compile-text.ts';
import { problemCodes } from './problems.ts';

const head = 'scenario "A" en "A"\n';
const plate = `${head}input force N\n`;
const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');
const nested = (levels: number) => many(levels, (i) => `${' '.repeat(i)}repeat 2 times`);

/** The code, where it stands, what is meant instead. */
const catalogue: readonly (readonly [code: string, line: number, column: number, source: string, instead?: string])[] =
  [
    ['sourceTooLong', 1, 1, `${head}# ${'é'.repeat(40_000)}`],
    ['lineTooLong', 2, 1001, `${head}# ${'x'.repeat(1000)}`],
    ['textTooLong', 2, 8, `${head}prompt "${'x'.repeat(401)}" en "x"`],
    ['tooManyLines', 2002, 1, head + many(2001, () => 'beep')],
    ['tooManyParams', 52, 7, `${head + many(51, (i) => `param p${i} number = 1`)}\nbeep`],
    ['tooManyInputs', 10, 7, `${head + many(9, (i) => `input i${i} N`)}\nbeep`],
    ['tooManyNames', 202, 5, head + many(201, (i) => `let v${i} = 1`)],
    ['tooDeep', 15, 14, `${head}${nested(13)}\n${' '.repeat(13)}beep`],
    ['unknownSign', 2, 9, `${head}let a = €`],
    ['unclosedText', 2, 8, `${head}prompt "Montez`],
    ['tabIndent', 3, 1, `${head}step a\n\tbeep`],
    ['badIndent', 3, 3, `${head}beep\n  beep`],
    ['decimalComma', 2, 6, `${head}wait 1,5 s`, '1.5'],
    ['noHeader', 1, 1, 'beep'],
    ['headerTwice', 2, 1, `${head}${head}beep`],
    ['headerLate', 3, 1, `${head}beep\nlimit 5 min`],
    ['empty', 1, 1, head],
    ['missingEnglish', 2, 16, `${head}prompt "Montez"`],
    ['unknownType', 2, 9, `${head}param n intger = 3\nbeep`, 'integer'],
    ['badDefault', 2, 19, `${head}param n integer = 30 from 1 to 10\nbeep`],
    ['badBounds', 2, 32, `${head}param n integer = 3 from 10 to 1\nbeep`],
    ['nameTaken', 3, 7, `${plate}param force number = 1\nbeep`],
    ['reservedName', 2, 5, `${head}let wait = 1`],
    ['unknownStatement', 2, 1, `${head}promt "a" en "b"`, 'prompt'],
    ['unexpected', 2, 13, `${head}wait button button`],
    ['expected', 2, 7, `${head}record`],
    ['blockMissing', 2, 1, `${head}repeat 3 times\nbeep`],
    ['elseWithoutIf', 2, 1, `${head}else\n  beep`],
    ['leaveOutsideLoop', 2, 1, `${head}leave`],
    ['trialInTrial', 3, 18, `${head}repeat 2 times trial "A" en "A"\n  repeat 2 times trial "B" en "B"\n    beep`],
    ['unreachable', 3, 1, `${head}end\nbeep`],
    ['endless', 2, 1, `${head}while true\n  beep`],
    ['repeatCount', 2, 8, `${head}repeat 1001 times\n  beep`],
    ['unknownName', 4, 14, `${plate}let poids = force\nwait force > poid`, 'poids'],
    ['maybeUnset', 4, 12, `${head}if pressed\n  let a = 1\nresult b = a`],
    ['unknownUnit', 2, 8, `${head}wait 2 kgs`, 'kg'],
    ['unitsDiffer', 3, 14, `${plate}wait force > 20 kg`],
    ['notCondition', 2, 4, `${head}if 1\n  beep`],
    ['notNumber', 2, 9, `${head}let a = true + 1`],
    ['notDuration', 3, 25, `${plate}wait force > 20 N for   3`],
    ['notInput', 3, 14, `${plate}let a = mean(forces, 1 s)`, 'force'],
    ['noRoot', 2, 9, `${head}let a = sqrt(2 m)`],
    ['unknownFunction', 2, 9, `${head}let a = absolute(2)`],
    ['argumentCount', 2, 9, `${head}let a = abs(1, 2)`],
    ['windowTooLong', 3, 21, `${plate}let a = mean(force, 1 min)`],
    ['unknownAnalysis', 2, 9, `${head}analyse cmk`, 'cmj'],
    ['unknownOutput', 3, 9, `${head}analyse cmj\nlet a = cmj.heigth in cm`, 'height'],
    ['notAnalysed', 2, 9, `${head}let a = cmj.height in cm`],
    ['unknownPrompt', 3, 7, `${head}prompt "a" en "b" as main2\nclear main3`, 'main2'],
    ['selectionClosed', 2, 1, `${head}selection stop`],
  ];

for (const [code, line, column, source, instead] of catalogue) {
  test(`${code} at line ${line}, column ${column}`, () => {
    const found = compileText(source, { analyses: { cmj: { height: 'm' } } });
    const problem = 'problems' in found ? found.problems.find((one) => one.code === code) : undefined;
    expect(problem, JSON.stringify(found)).toMatchObject({ code, line, column });
    if (instead !== undefined) expect(problem?.instead).toBe(instead);
    for (const sentence of [problem?.message.fr, problem?.message.en])
      expect(sentence).not.toMatch(/[{}]|undefined|^$/);
  });
}

test('each problem has its place in the catalogue', () => {
  expect([...new Set(catalogue.map(([code]) => code))].sort()).toEqual([...problemCodes].sort());
});

test('all lines that are wrong are told, each once', () => {
  const found = compileText(`${plate}let a = fore\nprompt "x"\nwait a > 3 N\nbeep lnog`);
  expect('problems' in found && found.problems.map(({ code, line }) => `${line} ${code}`)).toEqual([
    '3 unknownName',
    '4 missingEnglish',
    '6 unexpected',
  ]);
});

test('a sentence begins with a capital, a unit stays as it is written', () => {
  const said = (line: string) => {
    const found = compileText(`${plate}${line}`);
    return 'problems' in found ? found.problems.map(({ message }) => [message.fr, message.en]) : [];
  };
  expect(said('ask m kg "A" en "A" from 20 to 30')[0]?.[1]).toBe(
    'kg and a number without a unit cannot be added or compared.',
  );
  expect(said('wait 3 > force')).toEqual([
    [
      'Un nombre sans unité et N ne s’additionnent ni ne se comparent.',
      'A number without a unit and N cannot be added or compared.',
    ],
  ]);
});

test('a missing unit is said', () => {
  const found = compileText(`${plate}wait force > 20`);
  expect('problems' in found && found.problems[0]?.suggestion).toEqual({
    fr: 'Ajoutez l’unité N.',
    en: 'Add the unit N.',
  });
});
