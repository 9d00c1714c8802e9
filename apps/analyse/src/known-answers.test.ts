import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const fixtures = new URL('../../../packages/testkit/fixtures/', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, fixtures));

interface Known {
  readonly id: string;
  readonly expected: number | readonly number[];
  readonly tolerance: string;
}
interface Answer {
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
  readonly events: readonly { readonly name: string; readonly at: number }[];
}

const knownOf = (set: string): Known[] => JSON.parse(readFileSync(pathOf(`${set}/expected.json`), 'utf8'));

/** `±0.01`, `±1 %`; of several values one for all, or one each: `mean ±0.7, max exact`. */
function tolerancesOf({ tolerance, expected }: Known): number[] {
  const all = tolerance.split(',').map((text, i) => {
    const [, amount, percent] = /±([\d.]+)\s*(%)?/.exec(text) ?? [];
    if (amount === undefined) return 0;
    return percent === undefined ? Number(amount) : (Math.abs([expected].flat()[i] ?? 0) * Number(amount)) / 100;
  });
  const percentOfEach = /±([\d.]+)\s*%/.exec(tolerance)?.[1];
  return [expected].flat().map((value, i) => {
    if (all.length > 1) return all[i] ?? 0;
    return percentOfEach === undefined ? (all[0] ?? 0) : (Math.abs(value) * Number(percentOfEach)) / 100;
  });
}

function answer(words: string[]): Answer {
  const { exitCode, out, complaint } = runCommand([...words, '--json']);
  if (exitCode !== 0) throw new Error(complaint ?? out);
  return JSON.parse(out ?? '');
}

const valuesOf =
  (...ids: string[]) =>
  ({ values }: Answer) =>
    ids.map((id) => values[id]?.value ?? Number.NaN);
const eventOf =
  (name: string) =>
  ({ events }: Answer) => [events.find((event) => event.name === name)?.at ?? Number.NaN];

/** Each case of a set as it is asked at the command line, and where its answer stands. */
const single = [pathOf('01_jumps_gidiel/Single-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000'];
const weighed = ['--param', 'weighFrom=0', '--param', 'weighTo=1'];
const dual = [
  ...[pathOf('01_jumps_gidiel/Dual-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000', ...weighed],
  ...['--input', 'forceLeft=FP1', '--input', 'forceRight=FP2'],
];
const joule = [
  ...[pathOf('09_cycling_power/power_values.txt'), '--analysis', 'cyclingPower', '--rate', '1'],
  ...['--input', 'power=column_1', '--param', 'ftp=200'],
];
const vector = [
  ...[pathOf('09_cycling_power/Edge810-Vector_records.csv.gz'), '--analysis', 'cyclingPower'],
  ...['--param', 'ftp=315'],
];
interface Case {
  readonly id: string;
  readonly words: readonly string[];
  of(answer: Answer): number[];
}
const sets: Readonly<Record<string, readonly Case[]>> = {
  '01_jumps_gidiel': [
    { id: 'cmj_weight', words: [...single, ...weighed], of: valuesOf('weight') },
    { id: 'cmj_onset', words: single, of: eventOf('onset') },
    { id: 'cmj_to', words: single, of: eventOf('takeOff') },
    { id: 'cmj_flight', words: single, of: valuesOf('flightTime') },
    { id: 'cmj_h_ft', words: single, of: valuesOf('heightFlight') },
    { id: 'cmj_h_im', words: single, of: valuesOf('heightImpulse') },
    { id: 'cmj_depth', words: single, of: valuesOf('depth') },
    { id: 'cmj_peakP', words: single, of: valuesOf('peakPower') },
    { id: 'cmj_peakF', words: single, of: valuesOf('peakForce') },
    { id: 'cmj_vmin', words: single, of: valuesOf('velocityMin') },
    { id: 'cmj_vpeak', words: single, of: valuesOf('velocityPeak') },
    { id: 'cmj_t_unw', words: single, of: valuesOf('unweightingTime') },
    { id: 'cmj_t_brk', words: single, of: valuesOf('brakingTime') },
    { id: 'cmj_t_prop', words: single, of: valuesOf('propulsionTime') },
    { id: 'cmj_rsimod', words: single, of: valuesOf('rsiModified') },
    { id: 'dual_W', words: dual, of: valuesOf('weightLeft', 'weightRight') },
    { id: 'dual_imp_prop', words: dual, of: valuesOf('propulsiveImpulseLeft', 'propulsiveImpulseRight') },
    { id: 'dual_mean_prop', words: dual, of: valuesOf('propulsiveMeanLeft', 'propulsiveMeanRight') },
    { id: 'dual_peak_prop', words: dual, of: valuesOf('propulsivePeakLeft', 'propulsivePeakRight') },
  ],
  '09_cycling_power': [
    { id: 'joule_avg', words: joule, of: valuesOf('mean', 'max', 'best20min') },
    { id: 'joule_np', words: joule, of: valuesOf('normalised') },
    { id: 'joule_if_tss', words: joule, of: valuesOf('intensity', 'stress') },
    { id: 'v_np', words: vector, of: valuesOf('normalised') },
    { id: 'v_avg', words: vector, of: valuesOf('mean', 'max') },
    { id: 'v_if_tss', words: vector, of: valuesOf('intensity', 'stress') },
  ],
};
/** Cases that nothing answers yet, or whose file is in no set. */
const notAsked: readonly string[] = ['09_cycling_power/pt_power', '09_cycling_power/p1_avg'];

describe.each(Object.entries(sets))('Of set %s', (set, cases) => {
  const known = new Map(knownOf(set).map((one) => [one.id, one]));
  test.each([...cases])('$id is what its authors found', ({ id, words, of }) => {
    const one = known.get(`${set}/${id}`);
    if (one === undefined) throw new Error(`no known answer ${id}`);
    const tolerances = tolerancesOf(one);
    const [expected, found] = [[one.expected].flat(), of(answer([...words]))];
    expected.forEach((value, i) => {
      expect(Math.abs((found[i] ?? Number.NaN) - value), `${id} ${found[i]}`).toBeLessThanOrEqual(tolerances[i] ?? 0);
    });
  });
  test('every case is asked', () => {
    expect(cases.map(({ id }) => `${set}/${id}`).sort()).toEqual(
      [...known.keys()].filter((id) => !notAsked.includes(id)).sort(),
    );
  });
});

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
