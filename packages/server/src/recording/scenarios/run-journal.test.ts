import { limits } from '@sillage/contract';
import type { ScenarioCommand } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { fake, fakeProgram, openRun, record, words } from './make-test-run.ts';
import { RunKept } from './run-state.ts';

const result: ScenarioCommand = { type: 'result', device: 2, name: 'h', title: words('Height'), value: 31, unit: 'cm' };
const asks: ScenarioCommand = {
  type: 'prompt',
  id: 'mass@1',
  device: 1,
  kind: 'enter',
  text: words('Your mass'),
  unit: 'kg',
};

test('what happens in a run and what its program finds are lines of its journal, and screens hear that there are more', async () => {
  const all = fake();
  const { program } = fakeProgram(({ type }) =>
    type === 'start'
      ? [record, { type: 'step', id: 'a', title: words('Weighing') }, asks]
      : type === 'button'
        ? [result, { type: 'end', verdict: 'done', text: words('Bravo') }]
        : [],
  );
  const run = openRun(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.join(9, null);
  run.happened({ type: 'answer', prompt: 'mass@1', value: 71 });
  run.happened({
    ...{ type: 'analysed', id: 1, of: 'Trial 1', device: 2, recordId: 1, analysis: 'cmj', values: {} },
    refusal: words('No flight'),
  });
  run.happened({ type: 'button', device: 1 });
  await vi.waitFor(() => expect(all.ended).toHaveBeenCalledOnce());
  const { journal } = run.present();
  expect(journal.map(({ kind, number, text, value }) => [kind, number, text?.en ?? null, value])).toEqual([
    ['start', null, null, null],
    ['record_start', null, null, null],
    ['step', null, 'Weighing', null],
    ['joined', 9, null, null],
    ['answer', 1, 'Your mass', 71],
    ['refused', 2, 'No flight', 'Trial 1'],
    ['button', 1, null, null],
    ['result', 2, 'Height', 31],
    ['end', null, 'Bravo', 'done'],
  ]);
  expect(journal.map(({ line }) => line)).toEqual(journal.map((_, i) => i + 1));
  expect(run.presentFor(1).revision).toBe(journal.length);
});

test('the journal goes on after a restart with its newest lines', async () => {
  const all = fake();
  const first = openRun(all, fakeProgram(() => []).program);
  for (let i = 0; i < limits.scenarioJournal + 5; i++) first.happened({ type: 'button', device: 1 });
  await first.close();
  const kept = RunKept.parse(JSON.parse(JSON.stringify(all.written.at(-1)?.kept)));
  const second = openRun(all, fakeProgram(() => []).program, { isResumed: true, kept });
  const lines = second.present().journal;
  expect(lines).toHaveLength(limits.scenarioJournal);
  expect(lines.at(-1)).toMatchObject({ kind: 'resumed', line: limits.scenarioJournal + 7 });
});
