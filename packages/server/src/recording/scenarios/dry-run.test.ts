import type { ScenarioCommand } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import type { SignalStore } from '../store/index.ts';
import { DryRunning } from './dry-run.ts';
import { examples } from './examples.ts';
import { createLanguages } from './languages.ts';
import { fakeProgram, words } from './make-test-run.ts';
import type { RunProgram } from './run-devices.ts';

/** 100 Hz: 0 N, and 700 N between 2 and 4 s. */
const force = (at: number) => (at >= 2 && at < 4 ? 700 : 0);
const store: Pick<SignalStore, 'samples'> = {
  async *samples(_folder, _module, _columns, from, to) {
    const first = Math.ceil(from * 100 - 1e-3);
    const timesSeconds = Float64Array.from(
      { length: Math.max(0, Math.floor(to * 100) - first + 1) },
      (_, i) => (first + i) / 100,
    );
    yield { timesSeconds, columns: [Float64Array.from(timesSeconds, force)] };
  },
};

const open = (program: RunProgram, given: Partial<ConstructorParameters<typeof DryRunning>[0]> = {}) =>
  new DryRunning({
    ...{ language: 'txt', program, params: {}, presses: [], store, folder: '', recordId: 7, durationSeconds: 6 },
    ...{ modules: [{ name: 'plate', rateHz: 100, columns: ['force'] }], signal: new AbortController().signal },
    analyse: async () => ({ values: { heightImpulse: { value: 0.3, unit: 'm' } }, refusal: null }),
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    ...given,
  });

async function made(source: string): Promise<RunProgram> {
  const program = await createLanguages(() => ({ requireJail: false })).make(
    { language: 'txt', source, runId: 0 },
    undefined,
  );
  if (program === undefined || 'code' in program) throw new Error('it was not made');
  return program;
}

test('a program is told what was measured when it was measured, its analyses are answered, each moment is said', async () => {
  const program = await made(`scenario "A" en "A"
input force N
record start
prompt "Montez" en "Step on"
wait force > 500 N for 100 ms
selection start "Essai"
wait force < 100 N
analyse cmj selection within 5 s
result height = cmj.heightImpulse in cm "Hauteur" en "Height"
end "Bravo" en "Well done"
`);
  const found = await open(program).run();
  expect(found).toMatchObject({ end: 'done', verdict: { en: 'Well done' }, stopped: null });
  expect(found.results).toEqual([
    { number: null, name: 'height', title: { fr: 'Hauteur', en: 'Height' }, value: 30, unit: 'cm' },
  ]);
  const at = (kind: string) => found.moments.find((moment) => moment.kind === kind)?.at;
  expect(at('prompt')).toBe(0);
  expect(at('selection')).toBeCloseTo(2.15, 1);
  expect(at('analyse')).toBeCloseTo(4.05, 1);
});

test('the button is pressed when it is said, and a program that does not end is told at the end of the record', async () => {
  const program = await made(examples.txt.source);
  const pressed = await open(program, { params: { length: 2 }, presses: [0.5] }).run();
  expect(pressed).toMatchObject({
    end: 'done',
    stopped: null,
    seconds: 5.5,
    results: [{ name: 'length', value: 2, unit: 's' }],
  });
  expect(pressed.moments.filter(({ kind }) => kind === 'step').map(({ at }) => at)).toEqual(
    [0, 0.5, 3.55].map((n) => expect.closeTo(n, 0)),
  );
  const waiting = await open(await made(examples.txt.source), { params: { length: 2 } }).run();
  expect(waiting).toMatchObject({ end: null, stopped: 'record', moments: [{ kind: 'step' }, { kind: 'prompt' }] });
});

test('a program that shows too much or takes too long goes no further', async () => {
  const beeps = Array.from({ length: 300 }, (): ScenarioCommand => ({ type: 'beep', tone: 'short' }));
  const flood = await open(fakeProgram(() => beeps).program).run();
  expect([flood.stopped, flood.moments.length <= 2400]).toEqual(['long', true]);
  let nowMs = 0;
  const slow = fakeProgram(() => {
    nowMs += 20_000;
    return [];
  });
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  expect(await open(slow.program, { clock }).run()).toMatchObject({ stopped: 'slow', end: null });
  const asks: ScenarioCommand = { type: 'analyse', analysis: 'cmj', window: null };
  const analyse = vi.fn(async () => ({ values: {}, refusal: words('no') }));
  expect(await open(fakeProgram(() => [asks]).program, { analyse }).run()).toMatchObject({ stopped: 'long' });
});
