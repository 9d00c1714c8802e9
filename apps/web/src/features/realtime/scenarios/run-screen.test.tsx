import type { RunTrial, ScenarioPrompt, ScenarioRun, ScenarioStatus } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { LargeRun, membersOf } from './large-run.tsx';
import { RunScreen } from './run-screen.tsx';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(cleanup);

const prompt = (given: Partial<ScenarioPrompt>): ScenarioPrompt => ({
  ...{ id: 'main', kind: 'text', fr: 'Montez', en: 'Step on', remaining: null, value: null, unit: null, choices: [] },
  ...given,
});
const member = (number: number, name: string, prompts: ScenarioPrompt[], results: ScenarioStatus['results'] = []) => ({
  device: { number, name, users: [] } as unknown as LiveDevice,
  heard: {
    status: {
      ...{ number, run_id: 1, joined: true, state: 'scenario', scenario: 'Cmj', step: 'a', prompts, results },
      step_title: { fr: 'Essai 2 sur 3', en: 'Trial 2 of 3' },
    },
    atMs: performance.now(),
  },
});
const commands = {
  ...{ stop: vi.fn(), push: vi.fn(), answer: vi.fn(), join: vi.fn(), leave: vi.fn(), leaveTrial: vi.fn() },
  isLeavingTrial: false,
};

test('an athlete reads the figure with its title, and pushes, asks to stop, closes', async () => {
  const [stop, close] = [vi.fn(), vi.fn()];
  const height = { number: 1, name: 'h', title: { fr: 'Hauteur 1', en: 'Height 1' }, value: 36.8, unit: 'cm' };
  const figure = prompt({ kind: 'number', fr: 'Bien. Soufflez.', value: 38.5, unit: 'cm' });
  const members = [member(1, 'Maxi 0102', [figure], [height])];
  await renderForTest(
    <RunScreen {...{ name: 'CMJ', members, commands }} onStop={stop} onClose={close} />,
    fakeServer({}),
  );
  expect(await screen.findByRole('heading', { name: 'Maxi 0102' })).toBeTruthy();
  expect(screen.getByText('38,5')).toBeTruthy();
  expect(screen.getByText('Essai 2 sur 3')).toBeTruthy();
  expect(screen.getByRole('article').dataset.mood).toBe('result');
  expect(within(screen.getByLabelText('Résultats')).getByText('Hauteur 1')).toBeTruthy();
  const push = screen.getByRole('button', { name: 'Appuyer' });
  expect(document.activeElement).toBe(push);
  await userEvent.keyboard(' ');
  expect(commands.push).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Arrêter…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect([stop, close].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

test('athletes stand beside each other, each with their own order, countdown, choice or value to enter', async () => {
  const members = [
    member(1, 'Maxi 0102', [prompt({ fr: 'Sautez !' })]),
    member(2, 'Maxi 0217', [prompt({ kind: 'countdown', fr: 'Immobile', remaining: 39.4 })]),
    member(3, 'Maxi 0218', [
      prompt({ id: 'leg', kind: 'choice', fr: 'Jambe', choices: [{ value: 'l', text: { fr: 'Gauche', en: 'Left' } }] }),
    ]),
    member(4, 'Maxi 0221', [prompt({ id: 'mass', kind: 'enter', fr: 'Votre masse ?', unit: 'kg' })]),
  ];
  const nothing = () => undefined;
  await renderForTest(
    <RunScreen {...{ name: 'CMJ', members, commands }} onStop={nothing} onClose={nothing} />,
    fakeServer({}),
  );
  const of = async (name: string) => within(await screen.findByRole('article', { name }));
  expect((await screen.findByRole('article', { name: 'Maxi 0102' })).dataset.mood).toBe('move');
  expect((await of('Maxi 0217')).getByText(/^(40|3\d)$/)).toBeTruthy();
  await userEvent.click((await of('Maxi 0218')).getByRole('button', { name: 'Gauche' }));
  expect(commands.answer).toHaveBeenLastCalledWith('leg', 'l');
  const mass = await of('Maxi 0221');
  await userEvent.type(mass.getByLabelText('Valeur (kg)'), '71,5');
  await userEvent.click(mass.getByRole('button', { name: 'Valider' }));
  expect(commands.answer).toHaveBeenLastCalledWith('mass', 71.5);
});

test('a run that is over stays with its verdict and all its results, and is closed by the large button', async () => {
  const [stop, close] = [vi.fn(), vi.fn()];
  const results = [1, 2, 3, 4, 5].map((i) => ({ number: 1, name: `h${i}`, value: i, unit: 'cm' }));
  const { device, heard } = member(1, 'Maxi 0102', [], results);
  const verdict = { fr: 'Meilleur saut : 38,5 cm', en: 'Best jump: 38.5 cm' };
  const members = [
    { device, heard: { ...heard, status: { ...heard.status, state: 'archived', end: 'done', verdict } as const } },
  ];
  await renderForTest(
    <RunScreen {...{ name: 'CMJ', members, commands }} onStop={stop} onClose={close} />,
    fakeServer({}),
  );
  expect(await screen.findByText('Meilleur saut : 38,5 cm')).toBeTruthy();
  expect(within(screen.getByLabelText('Résultats')).getAllByRole('definition')).toHaveLength(5);
  expect(screen.queryByRole('button', { name: 'Arrêter…' })).toBeNull();
  const [large] = screen.getAllByRole('button', { name: 'Fermer' }).toReversed();
  if (large) await userEvent.click(large);
  expect([close.mock.calls.length, commands.push.mock.calls.length]).toEqual([1, 1]);
});

test('the large screen shows who joins later, and of a run that is over who was in it', () => {
  const [one, two] = [member(1, 'A', []), member(2, 'B', [])];
  const devices = [one.device, two.device];
  const numbersOf = (only: number | null, ...those: (typeof one)[]) =>
    membersOf({ runId: 1, only }, devices, new Map(those.map(({ device, heard }) => [device.number, heard]))).map(
      ({ device }) => device.number,
    );
  const over = ({ device, heard }: typeof one) => ({
    device,
    heard: { ...heard, status: { ...heard.status, state: 'archived' } },
  });
  expect(numbersOf(null, one)).toEqual([1]);
  expect(numbersOf(null, one, two)).toEqual([1, 2]);
  expect(numbersOf(2, one, two)).toEqual([2]);
  expect(numbersOf(null, over(one), two)).toEqual([2]);
  expect(numbersOf(null, over(one), over(two))).toEqual([1, 2]);
});

test('before a run is stopped from the large screen it is said which trial has no result then', async () => {
  const title = { fr: 'Essai 2', en: 'Trial 2' };
  const trial: RunTrial = { id: 2, turn: 2, of: 3, title, state: 'running', results: [], refusals: [] };
  // Only these two fields are read of it.
  const run = { run_id: 1, trials: [trial] } as unknown as ScenarioRun;
  const { device, heard } = member(1, 'Maxi 0102', []);
  const members = [{ device, heard: { ...heard, status: { ...heard.status, revision: 3 } } }];
  await renderForTest(
    <LargeRun runId={1} members={members} onClose={() => undefined} />,
    fakeServer({ readScenarioRun: run }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Arrêter…' }));
  expect(await screen.findByText(/Sans résultat.: Essai 2\./)).toBeTruthy();
});
