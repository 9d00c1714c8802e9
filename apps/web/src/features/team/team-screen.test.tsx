import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { clearlyBetter, jumpAnalysis, makeTeam } from '../../testing/make-results.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Screen from './index.tsx';
import { readTeamAddress, writeTeamAddress } from './team-address.ts';

beforeEach(() => {
  widenWindow();
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const person = (id: number, firstname: string) => ({ id, firstname, lastname: '' });
const none = { trials: 0, values: {}, day: null, record_id: null, refused: null, judged: {} };
const noFlight = { code: 'noFlight', message: { fr: 'Aucun vol.', en: 'No flight.' } };
const team = makeTeam(
  [
    {
      user: person(1, 'Anouk'),
      ...none,
      state: 'tested',
      trials: 3,
      values: { height: 0.36 },
      judged: { height: clearlyBetter },
    },
    { user: person(2, 'Noé'), ...none, state: 'refused', trials: 2, refused: noFlight },
    { user: person(3, 'Yanis'), ...none, state: 'absent' },
  ],
  { height: { n: 2, mean: 0.34, deviation: 0.02, swc: 0.004 } },
);

async function open(path = '/team?from=2026-05-01&to=2026-05-31', more: Parameters<typeof fakeServer>[0] = {}) {
  const groups = ['Senior', 'Junior'].map((name, i) => ({
    id: 10 + i,
    uid: `u${i}`,
    name,
    client_id: 1,
    client_name: 'Club',
    nb_users: 3,
    nb_devices: 0,
  }));
  const server = fakeServer({
    listGroups: { items: groups, total: 2 } as never,
    readCatalogue: [jumpAnalysis],
    readTeamResults: team,
    ...more,
  });
  const { live } = fakeLive();
  const { search } = await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    server,
    path,
  );
  return { ...server, search };
}

it('says its denominator first; who was refused or absent keeps a row with the reason', async () => {
  const server = await open();
  expect(await screen.findAllByText('1 sur 3')).toHaveLength(2);
  expect(screen.getByText(/1 refusé/)).toBeTruthy();
  expect(screen.getByText(/1 non testé/)).toBeTruthy();
  expect(screen.getByText('mieux')).toBeTruthy();
  expect(screen.getByText('Aucun vol.')).toBeTruthy();
  expect(screen.getByText(/Non testé dans cette période/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Anouk' }).getAttribute('href')).toBe('/athletes/1?analysis=cmj');
  expect(server.given('readTeamResults').at(-1)?.body).toEqual({
    ...{ group_id: 10, analysis: 'cmj', from: '2026-05-01', to: '2026-05-31' },
  });
});

it('asks for another group, and keeps it in the address', async () => {
  const server = await open();
  await screen.findByRole('option', { name: 'Junior' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Groupe' }), 'Junior');
  await waitFor(() => expect(server.given('readTeamResults').at(-1)?.body).toMatchObject({ group_id: 11 }));
});

it('says of dates the wrong way round what is wrong, and asks nothing', async () => {
  const server = await open('/team?from=2026-06-01&to=2026-05-01');
  expect(await screen.findByText('Dates inversées')).toBeTruthy();
  expect(server.given('readTeamResults')).toHaveLength(0);
});

it('an address that says no days, or wrong ones, asks for none and shows those of the answer', async () => {
  const nothing = { group: undefined, analysis: undefined, from: undefined, to: undefined };
  expect(readTeamAddress('')).toEqual(nothing);
  expect(readTeamAddress('?group=-3&from=2026-02-30')).toEqual(nothing);
  const server = await open('/team');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'au' }).value).toBe('31/05/2026'));
  expect(server.given('readTeamResults').at(-1)?.body).toEqual({ group_id: 10, analysis: 'cmj' });
  const asked = { group: 4, analysis: 'cmj', from: '2026-01-01', to: '2026-02-01' };
  expect(readTeamAddress(writeTeamAddress(asked))).toEqual(asked);
});

it('a start after the end that the server chose is said to be that: both days are in the address, and asked no more', async () => {
  const { given, search } = await open('/team');
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Du' });
  await waitFor(() => expect(from.value).toBe('01/05/2026'));
  await userEvent.clear(from);
  await userEvent.type(from, '02/06/2026');
  expect(await screen.findByText('Dates inversées')).toBeTruthy();
  expect(search()).toBe('?from=2026-06-02&to=2026-05-31');
  expect(given('readTeamResults')).toHaveLength(1);
});

it('the days stay while another group is asked for; the people of the former one are not shown under its name', async () => {
  const { given } = await open('/team', {
    readTeamResults: ({ body }) => (body.group_id === 10 ? team : new Promise<never>(() => undefined)),
  });
  const to = await screen.findByRole<HTMLInputElement>('textbox', { name: 'au' });
  await waitFor(() => expect(to.value).toBe('31/05/2026'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Groupe' }), 'Junior');
  await waitFor(() => expect(given('readTeamResults')).toHaveLength(2));
  expect(to.value).toBe('31/05/2026');
  expect(screen.queryByRole('table')).toBe(null);
});
