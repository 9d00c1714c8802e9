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
    ...{
      language: 'txt',
      program,
      params: {},
      presses: [],
      answers: {},
      store,
      folder: '',
      recordId: 7,
      durationSeconds: 6,
    },
    ...{ modules: [{ name: 'plate', rateHz: 100, columns: ['force'] }], signal: new AbortController().signal },
    analyse: async () => ({ values: { heightImpulse: { value: 0.3, unit: 'm' } }, refusal: null }),
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    ...given,
  });

async function made(source: string): Promise<RunProgram> {
  const program = await createLanguages(() => ({ requireJail: false })).make({ language: 'txt', source }, undefined);
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

test('it is said at which line the program stood from when on, and what its variables were, in their units', async () => {
  const program = await made(`scenario "A" en "A"
param calm duration = 500 ms from 100 ms to 5 s "Calme" en "Calm"
input force N
wait force > 500 N
let weight = mean(force, 1 s)
let mass = weight / 9.81 m/s²
wait force < 100 N
end
`);
  const { states } = await open(program).run();
  expect(states.map(({ at, line }) => ({ at, line }))).toEqual([
    { at: 0, line: 4 },
    { at: expect.closeTo(2.05, 1), line: 7 },
    { at: expect.closeTo(4.05, 1), line: 8 },
  ]);
  expect(states[0]?.changed).toEqual([{ name: 'calm', value: 500, unit: 'ms' }]);
  expect(states[1]?.changed.map(({ name, unit }) => `${name} ${unit}`)).toEqual(['weight N', 'mass kg']);
  expect(states[2]?.changed).toEqual([]);
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
  const asks: ScenarioCommand = { type: 'analyse', id: 1, analysis: 'cmj', window: null, of: null };
  const analyse = vi.fn(async () => ({ values: {}, refusal: words('no') }));
  expect(await open(fakeProgram(() => [asks]).program, { analyse }).run()).toMatchObject({ stopped: 'long' });
});

const questions = `scenario "A" en "A"
ask mass kg "Masse" en "Mass" from 20 kg to 200 kg
choose leg "Jambe" en "Leg" of "l" "Gauche" en "Left", "r" "Droite" en "Right"
repeat 2 times
  ask load kg "Charge" en "Load" from 0 kg to 100 kg
  result "load" = load
result mass = mass
result leg = leg
end
`;

test('questions are answered as it is said, else by what anybody might say; each is told with its answer', async () => {
  const plain = await open(await made(questions)).run();
  expect(plain.results.map(({ value }) => value)).toEqual([0, 0, 20, 'l']);
  expect(plain.questions).toMatchObject([
    { prompt: 'mass', text: { en: 'Mass' }, unit: 'kg', answer: 20, choices: [] },
    { prompt: 'leg', answer: 'l', choices: [{ value: 'l' }, { value: 'r' }] },
    { prompt: 'load', answer: 0 },
  ]);
  const said = await open(await made(questions), { answers: { mass: [71.5], leg: ['r'], load: [20, 40] } }).run();
  expect(said.results.map(({ value }) => value)).toEqual([20, 40, 71.5, 'r']);
  expect(said.moments.filter(({ kind }) => kind === 'answer').map(({ value }) => value)).toEqual([71.5, 'r', 20, 40]);
  const refused = await open(await made(questions), { answers: { mass: [5, 500] } }).run();
  expect(refused).toMatchObject({ end: null, stopped: 'record', questions: [{ prompt: 'mass', answer: null }] });
});

test('what a program asks for at once is done in its order before it hears of it', async () => {
  const beep: ScenarioCommand = { type: 'beep', tone: 'end' };
  const asks: ScenarioCommand = { type: 'analyse', id: 1, analysis: 'cmj', window: null, of: null };
  const { program } = fakeProgram(({ type }) =>
    type === 'start'
      ? [asks, { type: 'step', id: 'b', title: words('b') }]
      : type === 'analysed'
        ? [beep, { type: 'end', verdict: 'done', text: null }]
        : [],
  );
  const { moments } = await open(program).run();
  expect(moments.map(({ kind }) => kind)).toEqual(['analyse', 'step', 'beep', 'end']);
});
