import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Case, knownOf, pathOf, toleranceTest } from './known/ask.ts';
import { bikeSets } from './known/bike.ts';
import { jumpSets } from './known/jumps.ts';
import { profileSets } from './known/profiles.ts';
import { sensorSets } from './known/sensors.ts';
import { waterAndFieldSets } from './known/water-and-field.ts';
import { runCommand } from './run-command.ts';

const casesBySet = new Map<string, Case[]>();
for (const [set, cases] of [jumpSets, bikeSets, profileSets, waterAndFieldSets, sensorSets].flatMap((sets) =>
  Object.entries(sets),
)) {
  casesBySet.set(set, [...(casesBySet.get(set) ?? []), ...cases]);
}
/** Cases that nothing answers yet, or whose file is in no set. */
const notAsked: readonly string[] = ['09_cycling_power/p1_avg'];

describe.each([...casesBySet])('Of set %s', (set, cases) => {
  const known = new Map(knownOf(set).map((one) => [one.id, one]));
  test.each(cases)('$id is what its authors found', ({ id, found, expected }) => {
    const one = known.get(`${set}/${id}`);
    if (one === undefined) throw new Error(`no known answer ${id}`);
    const wanted = expected?.() ?? [one.expected].flat().map(Number);
    const [answers, holds] = [found(), toleranceTest(one, wanted)];
    expect(answers).toHaveLength(wanted.length);
    answers.forEach((value, i) => {
      expect(holds(value, i), `${id}: ${value} instead of ${wanted[i]}, ${one.tolerance}`).toBe(true);
    });
  });
  test('every case is asked', () => {
    expect(cases.map(({ id }) => `${set}/${id}`).sort()).toEqual(
      [...known.keys()].filter((id) => !notAsked.includes(id)).sort(),
    );
  });
});

const single = [pathOf('01_jumps_gidiel/Single-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000'];

describe('At the command line', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const run = (words: readonly string[]) =>
    promisify(execFile)(process.execPath, [main, ...words]).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test('a recording that carries no jump ends with 2 and its reason', async () => {
    const { code, stdout } = await run([...single, '--window', '0,1.2', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      analysis: 'cmj',
      refused: 'noFlight',
      message: { fr: expect.stringContaining('Aucun vol') },
    });
  });

  test('what is asked wrongly ends with 1, and says what may be asked', () => {
    expect(runCommand([...single, '--param', 'nothing=1'])).toMatchObject({
      exitCode: 1,
      complaint: expect.stringContaining('flightThreshold'),
    });
    expect(runCommand([...single, '--param', 'gravity=99']).complaint).toMatch('9.7 … 9.9 m/s²');
    expect(runCommand([...single, '--input', 'force=nothing']).complaint).toMatch('column_1');
    expect(runCommand([...single.slice(0, 1), '--analysis', 'nothing']).complaint).toMatch('cmj');
    for (const words of [[], ['--nothing'], [...single, '--window', '3'], [...single, '--rate', '-1']]) {
      expect(runCommand([...words]).exitCode).toBe(1);
    }
  });

  test('a file that cannot be read ends with 2', () => {
    expect(runCommand(['/nowhere/at/all.csv', '--analysis', 'cmj'])).toMatchObject({ exitCode: 2 });
    expect(runCommand([...single.slice(0, 3)])).toMatchObject({ exitCode: 2, complaint: 'noTime: ' });
  });

  test('the catalogue says of every number its unit and how it is found, in both languages', () => {
    const catalogue: {
      id: string;
      outputs: Record<
        string,
        { unit: string; method: { fr: string; en: string }; about: { fr: string; en: string }; source: string }
      >;
    }[] = JSON.parse(runCommand(['--list', '--json']).out ?? '');
    expect(catalogue.length).toBeGreaterThan(0);
    for (const { id, outputs } of catalogue) {
      for (const [name, { unit, method, about, source }] of Object.entries(outputs)) {
        const said = [unit, method.fr, method.en, about.fr, about.en, source];
        expect(
          said.every((text) => text.trim() !== ''),
          `${id} ${name}`,
        ).toBe(true);
      }
    }
  });
});
