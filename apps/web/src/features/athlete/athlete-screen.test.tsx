import type { AthleteHistory } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { clearlyBetter, makeHistory, makeTrial, nothingSaid } from '../../testing/make-results.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Screen from './index.tsx';

beforeEach(() => {
  widenWindow();
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useAppearance.setState({ language: 'fr' });
});

async function open(history: AthleteHistory) {
  const server = fakeServer({ readAthleteHistory: history });
  const { live } = fakeLive();
  await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    server,
    '/athletes/5?analysis=cmj',
  );
  return server;
}

const excluded = { reason: 'A glissé', user_name: 'Hélène', date: '2026-05-15T16:20:00.000Z' };
const trials = [
  ...[0.3, 0.31, 0.32].map((height) => makeTrial('2026-05-01', height)),
  ...[0.35, 0.36, 0.37].map((height) => makeTrial('2026-05-15', height)),
  makeTrial('2026-05-15', 0.1, { excluded }),
];

it('says each number over time with its verdict, and what the verdict stands on', async () => {
  const server = await open(makeHistory(trials, { height: clearlyBetter, depth: nothingSaid }));
  const height = within(await screen.findByRole('region', { name: 'Hauteur' }));
  expect(height.getByText('mieux')).toBeTruthy();
  expect(height.getByText(/\+0,050 m par rapport à la référence/)).toBeTruthy();
  expect(height.getByText('seuil 0,015 m, MDC90')).toBeTruthy();
  expect(height.getByRole('img', { name: /1 mai 0,310 m, 15 mai 0,360 m/ })).toBeTruthy();
  const depth = within(screen.getByRole('region', { name: 'Profondeur' }));
  expect(depth.getByText('pas de verdict')).toBeTruthy();
  expect(screen.getByText(/d’un essai à l’autre, même séance/)).toBeTruthy();
  await userEvent.click(depth.getByRole('button'));
  expect(screen.getByText('2 essais, il en faut 5')).toBeTruthy();
  expect(screen.getByText('il faut 5 séances')).toBeTruthy();
  await userEvent.click(height.getByRole('button'));
  expect(screen.getByText('0,004 m')).toBeTruthy();
  expect(screen.getByText('0,012 m')).toBeTruthy();
  expect(server.given('readAthleteHistory').at(-1)).toMatchObject({ params: { id: 5 }, query: { analysis: 'cmj' } });
});

it('writes days and times in English as everywhere: the day before the month, 24 hours', async () => {
  useAppearance.setState({ language: 'en' });
  await open(makeHistory(trials, { height: clearlyBetter }));
  const height = within(await screen.findByRole('region', { name: /^(Height|Hauteur)/ }));
  expect(height.getByRole('img', { name: /1 May 0\.310 m, 15 May 0\.360 m/ })).toBeTruthy();
  expect(height.getByText(/15 May 2026/)).toBeTruthy();
  expect(screen.queryByText(/\d [AP]M/)).toBeNull();
});

it('a change that methods differ by as well has no verdict', async () => {
  await open(makeHistory(trials, { height: { ...clearlyBetter, verdict: 'methods', method_spread: 0.06 } }));
  const height = within(await screen.findByRole('region', { name: 'Hauteur' }));
  expect(height.getByText('pas de verdict')).toBeTruthy();
  expect(height.getByText('les méthodes diffèrent de 0,060 m')).toBeTruthy();
});

it('a trial that counts for nothing says who left it out and why, and leads to its record', async () => {
  await open(makeHistory(trials, { height: clearlyBetter }));
  const link = await screen.findByRole('link', { name: 'A glissé' });
  expect(link.getAttribute('href')).toBe(`/records/${trials.at(-1)?.record_id}`);
  expect(screen.getByText(/Hélène/)).toBeTruthy();
  expect(screen.getByText('Écarté')).toBeTruthy();
});

it('an athlete without results says how they come', async () => {
  await open({ ...makeHistory([], {}), analyses: [], analysis: null });
  expect(await screen.findByText('Aucun résultat')).toBeTruthy();
});
