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
  const { program } = fakeProgram(({ type }) =>
    type === 'start' ? [{ type: 'trial', begins: { turn: 1, of: 3, title: words('Trial 1') }, before: 'over' }] : [],
  );
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
