import { ApiError } from '@sillage/client';
import { refuse, type WifiNetworks } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { wifiCode } from './hotspot-part.tsx';
import Network from './index.tsx';

const id = '5f4b5a0e-6b4f-4a4e-8c55-0d5d7a8d3f01';
const networks: z.infer<typeof WifiNetworks> = {
  networks: [
    { name: 'Miribel-Ponton', security: 'WPA2', signal_percent: 80, connected: true, id },
    { name: 'Hangar', security: 'WPA2', signal_percent: 63, connected: false, id: null },
  ],
};
const lack = (fr: string) =>
  new ApiError(
    406,
    refuse('machine.notAvailableHere', { missing: { fr, en: fr }, instead: { fr: 'Par téléphone.', en: '' } }).body(),
  );

function hub(answers: Answers = {}) {
  return fakeServer({
    readHubModes: { kind: 'mallette', cloud: 'unset', esp32: false },
    listWifi: networks,
    joinWifi: networks,
    readHotspot: { name: 'Sillage-07', active: true, password: 'rive:gauche', address: '10.42.0.1' },
    invitePhones: { code: 'c', ends: '2026-11-24T10:00:00Z', urls: ['https://10.42.0.1:8443/device#c'] },
    ...answers,
  });
}

async function open(server = hub()) {
  useSession.setState({ user: makeUser({ roles: ['Manager'] }) });
  await renderForTest(<Network />, server);
  return server;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
});

it('joins a network by its password, said right before it is sent', async () => {
  const server = await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Rejoindre Hangar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Mot de passe du réseau'), 'court');
  await user.click(dialog.getByRole('button', { name: 'Rejoindre' }));
  await dialog.findByText('Trop court');
  expect(server.names()).not.toContain('joinWifi');
  await user.type(dialog.getByLabelText('Mot de passe du réseau'), ' et long');
  await user.click(dialog.getByRole('button', { name: 'Rejoindre' }));
  await waitFor(() =>
    expect(server.given('joinWifi')).toMatchObject([{ body: { name: 'Hangar', password: 'court et long' } }]),
  );
});

it('forgets a known network after it was asked', async () => {
  const server = await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Oublier Miribel-Ponton' }));
  expect(server.names()).not.toContain('forgetWifi');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oublier' }));
  await waitFor(() => expect(server.given('forgetWifi')).toMatchObject([{ params: { id } }]));
});

it('what the machine cannot do stays in its place and says why', async () => {
  await open(
    hub({
      listWifi: lack('Pas de carte Wi-Fi.'),
      readHotspot: lack('Pas de point d’accès.'),
      scanBluetooth: lack('Pas d’adaptateur.'),
    }),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Chercher' }));
  await waitFor(() => expect(screen.getAllByText('Indisponible ici')).toHaveLength(3));
  for (const why of ['Pas de carte Wi-Fi.', 'Pas de point d’accès.', 'Pas d’adaptateur.'])
    expect(screen.getByText(`${why} Par téléphone.`)).toBeTruthy();
});

it('shows the codes of the network and of the page, in this order', async () => {
  await open();
  const user = userEvent.setup();
  await screen.findByText('Sillage-07');
  await user.click(screen.getByRole('button', { name: 'Montrer le code' }));
  expect((await screen.findAllByRole('img')).map((code) => code.getAttribute('aria-label'))).toEqual([
    '1. Le Wi-Fi',
    'La page Capteur',
  ]);
});

it('codes of networks escape what has a meaning in them', () => {
  expect(wifiCode({ name: 'a;b', password: 'c:\\d' })).toBe('WIFI:T:WPA;P:c\\:\\\\d;S:a\\;b;;');
  expect(wifiCode({ name: 'libre', password: null })).toBe('WIFI:T:nopass;S:libre;;');
});
