import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { createLanguages } from './languages.ts';
import { fake, fakeProgram, openRun, words } from './make-test-run.ts';
import type { RunProgram } from './run-devices.ts';
import { RunKept } from './run-state.ts';

const source = `scenario "A" en "A"
repeat 3 times as i trial "Essai {i}" en "Trial {i}"
  wait button
  result "height_{i}" = 30 cm * i
  wait button
end
`;
async function made(kept?: string): Promise<RunProgram> {
  const program = await createLanguages(() => ({ requireJail: false })).make({ language: 'txt', source }, kept);
  if (program === undefined || 'code' in program) throw new Error('it was not made');
  return program;
}
const began = (turn: number, before: 'over' | 'redo' | 'skip' = 'over'): ScenarioCommand => ({
  ...{ type: 'trial', begins: { turn, of: 3, title: words(`Trial ${turn}`) }, before },
});
const asksFor = (id: number): ScenarioCommand => ({ type: 'analyse', id, analysis: 'cmj', window: null, of: null });
const push = { type: 'button', device: null } as const;

test('a trial has its results, begins anew without them, is skipped, and is there after a restart', async () => {
  const all = fake();
  const first = openRun(all, await made());
  const shown = (run = first) =>
    run.present().trials.map(({ turn, state, results }) => `${turn} ${state} ${results.map(({ value }) => value)}`);
  for (const happening of [push, { type: 'redo' }] as const) first.happened(happening);
  await vi.waitFor(() => expect(shown()).toEqual(['1 running ']));
  expect(first.present().results).toEqual([]);
  for (const happening of [push, push] as const) first.happened(happening);
  await vi.waitFor(() => expect(shown()).toEqual(['1 over 30', '2 running ']));
  await first.close();
  const last = all.written.at(-1);
  const kept = RunKept.parse(JSON.parse(JSON.stringify(last?.kept)));
  const second = openRun(all, await made(last?.program ?? undefined), { isResumed: true, kept });
  second.happened({ type: 'skip' });
  for (const happening of [push, push] as const) second.happened(happening);
  await vi.waitFor(() => expect(second.present().state).toBe('ended'));
  expect(shown(second)).toEqual(['1 over 30', '2 skipped ', '3 over 90']);
  expect(second.present().results.map(({ name }) => name)).toEqual(['height_1', 'height_3']);
  expect(
    second
      .present()
      .journal.map(({ kind }) => kind)
      .filter((kind) => /trial|redo|skip/.test(kind)),
  ).toEqual([...['trial', 'redo', 'trial', 'skip', 'trial']]);
});

test('whom an analysis refused is said in the trial; whom a run waits for is told when that changes', async () => {
  const all = fake();
  let waiting = { devices: [1, 2], button: false };
  const { program } = fakeProgram(({ type }) => (type === 'start' ? [began(1), asksFor(1)] : []));
  const run = openRun(all, { ...program, waiting: () => waiting });
  await vi.waitFor(() => expect(run.presentFor(1).waits_for).toEqual({ numbers: [1, 2], button: false }));
  waiting = { devices: [2], button: false };
  const analysed = { type: 'analysed', id: 1, of: 'Trial 1', recordId: 1, analysis: 'cmj', values: {} } as const;
  run.happened({ ...analysed, device: 1, refusal: words('No flight') });
  await vi.waitFor(() => expect(run.presentFor(2).waits_for?.numbers).toEqual([2]));
  expect(run.present().trials).toMatchObject([
    { turn: 1, of: 3, state: 'running', refusals: [{ number: 1, text: { en: 'No flight' } }] },
  ]);
  await run.stop('coach');
  expect(run.present()).toMatchObject({ waits_for: null, trials: [{ state: 'over' }] });
});

test('a refusal is of the trial that asked; of one that was redone or skipped nothing comes back', async () => {
  const said: Partial<Record<ScenarioEvent['type'], ScenarioCommand[]>> = {
    start: [began(1), asksFor(1)],
    redo: [began(1, 'redo'), asksFor(2)],
    button: [began(2), asksFor(3)],
    skip: [began(3, 'skip')],
  };
  const { program, heard } = fakeProgram((event) =>
    event.type === 'analysed' ? [{ type: 'foundLate', answer: event }] : (said[event.type] ?? []),
  );
  const run = openRun(fake(), program);
  const height = { height: { value: 0.3, unit: 'm' } };
  const analysed = { type: 'analysed', of: null, device: 1, recordId: 1, analysis: 'cmj', values: height } as const;
  await vi.waitFor(() => expect(run.kept.analyses).toHaveLength(2));
  run.happened({ type: 'redo' });
  await vi.waitFor(() => expect(run.kept.analyses.map(({ id }) => id)).toEqual([2, 2]));
  run.happened({ ...analysed, id: 1, refusal: null });
  run.happened(push);
  await vi.waitFor(() => expect(run.present().trials).toHaveLength(2));
  const before = run.presentFor(1).revision ?? 0;
  run.happened({ ...analysed, id: 2, values: {}, refusal: words('No flight') });
  expect(run.presentFor(1).revision).toBeGreaterThan(before);
  run.happened({ type: 'skip' });
  await vi.waitFor(() => expect(run.present().trials).toHaveLength(3));
  run.happened({ ...analysed, id: 3, refusal: null });
  expect(run.present()).toMatchObject({
    results: [],
    trials: [{ refusals: [{ number: 1 }] }, { state: 'skipped', refusals: [] }, { refusals: [] }],
  });
  expect(heard.flatMap((event) => (event.type === 'analysed' ? [event.id] : []))).toEqual([2]);
});

test('what was found before a skip is none of the run, and a skip of a trial that is over skips no other one', async () => {
  const run = openRun(fake(), await made());
  const isFirst = () => run.present().trials.find(({ state }) => state === 'running')?.id === 1;
  for (const happening of [push, { type: 'skip' }] as const) run.happened(happening, isFirst);
  run.happened({ type: 'skip' }, isFirst);
  const shown = () => run.present().trials.map(({ state, results }) => `${state} ${results.length}`);
  await vi.waitFor(() => expect(shown()).toEqual(['skipped 0', 'running 0']));
  run.happened(push);
  await vi.waitFor(() => expect(shown()).toEqual(['skipped 0', 'running 1']));
  expect(run.present().results.map(({ name }) => name)).toEqual(['height_2']);
});

test('when there are no more trials, screens are told that there is more to ask for', async () => {
  const { program } = fakeProgram(({ type }) =>
    type === 'start' ? [began(1)] : type === 'button' ? [{ type: 'trial', begins: null, before: 'over' }] : [],
  );
  const run = openRun(fake(), program);
  await vi.waitFor(() => expect(run.present().trials).toHaveLength(1));
  const { revision = 0 } = run.presentFor(1);
  const lines = run.present().journal.length;
  run.happened(push);
  await vi.waitFor(() => expect(run.present().trials).toMatchObject([{ state: 'over' }]));
  expect((run.presentFor(1).revision ?? 0) - revision).toBeGreaterThan(run.present().journal.length - lines);
});
