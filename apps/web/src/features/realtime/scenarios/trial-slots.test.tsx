import type { RunTrial } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { TrialCommands } from './trial-commands.tsx';
import { TrialSlots } from './trial-slots.tsx';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(cleanup);

const height = (number: number, value: number) => ({ number, name: 'h', value, unit: 'cm' });
const trial = (turn: number, given: Partial<RunTrial>): RunTrial => ({
  ...{
    id: turn,
    turn,
    of: 5,
    title: { fr: `Essai ${turn}`, en: `Trial ${turn}` },
    state: 'over',
    results: [],
    refusals: [],
  },
  ...given,
});
const trials = [
  trial(1, { results: [height(7, 36.84), height(8, 31)] }),
  trial(2, { refusals: [{ number: 7, text: { fr: 'Pas de vol.', en: 'No flight.' } }] }),
  trial(3, { state: 'skipped' }),
  trial(4, { state: 'running' }),
];

test('each trial of an athlete has its place: what was found, why nothing was, what goes on and what is to come', async () => {
  await renderForTest(<TrialSlots trials={trials} number={7} />, fakeServer({}));
  const slots = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(slots).toEqual([
    'Essai 136,8 cm',
    'Essai 2– cm Pas de vol.',
    'Essai 3passé– cm',
    'Essai 4 en cours– cm',
    '5– cm',
  ]);
});

test('the trial under way is redone or skipped; between trials there is nothing to redo', async () => {
  const leaveTrial = vi.fn();
  const commands = {
    stop: vi.fn(),
    push: vi.fn(),
    answer: vi.fn(),
    join: vi.fn(),
    leave: vi.fn(),
    leaveTrial,
    isLeavingTrial: false,
  };
  await renderForTest(<TrialCommands {...{ trials, commands }} />, fakeServer({}));
  await userEvent.click(await screen.findByRole('button', { name: /^Refaire.: Essai 4$/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Passer.: Essai 4$/ }));
  expect(leaveTrial.mock.calls).toEqual([
    ['redo', 4],
    ['skip', 4],
  ]);
  cleanup();
  await renderForTest(
    <TrialCommands trials={trials} commands={{ ...commands, isLeavingTrial: true }} />,
    fakeServer({}),
  );
  for (const button of await screen.findAllByRole('button')) expect(button.hasAttribute('disabled')).toBe(true);
  cleanup();
  await renderForTest(<TrialCommands {...{ trials: trials.slice(0, 3), commands }} />, fakeServer({}));
  expect(screen.queryByRole('button')).toBeNull();
});
