import type { ScenarioCommand } from '@sillage/scenario-language';
import { expect, test } from 'vitest';
import { words } from './make-test-run.ts';
import { newMember, nothingDone, presentRun, presentStatus } from './run-state.ts';
import { showCommand } from './show-command.ts';

const about = {
  ...{ id: 1, clientId: 1, scenarioId: 1, classname: 'A', displayName: words('A'), params: {} },
  startedAt: new Date(),
};
const prompt = (text: string, device: number | null, id = 'main') =>
  ({ type: 'prompt', id, device, kind: 'text', text: words(text) }) satisfies ScenarioCommand;

function open() {
  const kept = nothingDone([1, 2].map((number) => newMember(number, null)));
  const shown = (number: number) =>
    presentStatus(about, kept, number, { state: 'scenario', seconds: 3 }).prompts.map(({ en }) => en);
  return { kept, show: (command: Parameters<typeof showCommand>[1]) => showCommand(kept, command), shown };
}

test('of one name an athlete reads one prompt: what was said last, to them or to all', () => {
  const { show, shown, kept } = open();
  show(prompt('Step on', null));
  show(prompt('Still', 1));
  expect([shown(1), shown(2)]).toEqual([['Still'], ['Step on']]);
  show(prompt('Jump!', null));
  expect([shown(1), shown(2)]).toEqual([['Jump!'], ['Jump!']]);
  show(prompt('31 cm', 1, 'height'));
  expect([shown(1), shown(2)]).toEqual([['Jump!', '31 cm'], ['Jump!']]);
  const run = presentRun(about, kept, { state: 'running', seconds: 3, endedAt: null });
  expect(run.prompts.map(({ number, en }) => [number, en])).toEqual([
    [null, 'Jump!'],
    [1, '31 cm'],
  ]);
  show({ type: 'clear', id: 'main' });
  expect([shown(1), shown(2)]).toEqual([['31 cm'], []]);
});
