import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LostBanner } from '../../frame/lost-banner.tsx';
import { LiveProvider } from '../../live/live.tsx';
import { takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import { DeviceCard } from './device-card.tsx';
import { RecordBar } from './record-bar.tsx';
import { SamplesProvider } from './samples.tsx';
import { StateCounts } from './state-counts.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const ready = deviceFixture({ number: 20100034, state: 'idle', keys: [] });
const recording = deviceFixture({ number: 10200217, state: 'record', recTime: 12, keys: [] });
const away = deviceFixture({ number: 20100047, state: 'record', keys: [], connected: false });

async function watch(...given: (typeof ready)[]) {
  const link = fakeLive();
  const devices = takeList(undefined, given, 0);
  const server = fakeServer({ listRealtimeDevices: given });
  await renderForTest(
    <LiveProvider live={link.live}>
      <SamplesProvider devices={devices}>
        <RecordBar devices={devices}>{null}</RecordBar>
        <LostBanner />
        <StateCounts devices={devices} />
        {devices.map((device) => (
          <DeviceCard key={device.number} device={device} />
        ))}
      </SamplesProvider>
    </LiveProvider>,
    server,
  );
  await screen.findAllByRole('article');
  return link;
}

function cards(): (string | null)[] {
  return screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
}

test('once nothing comes any more, states are of the past and nothing can be started', async () => {
  const link = await watch(ready);
  expect(cards()).toEqual(['Mini 0034, Prêt']);
  act(() => link.become('silent'));
  expect(cards()).toEqual(['Mini 0034, Était prêt']);
  expect(screen.getByText('1 était prêt')).toBeDefined();
  const start = screen.getByRole('button', { name: /^Enregistrer/ });
  expect(start.hasAttribute('disabled')).toBe(true);
  expect(document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/Liaison perdue/);
  expect(screen.getByText(/Liaison temps réel perdue depuis/)).toBeDefined();
  act(() => link.become('connected'));
  expect(cards()).toEqual(['Mini 0034, Prêt']);
  expect(screen.queryByText(/Liaison temps réel perdue/)).toBeNull();
});

test('after the tries of a round it says so, and when the next round begins by itself', async () => {
  const link = await watch(ready);
  act(() => link.become('lost'));
  expect(screen.getByText(/Pas de réponse après 5 essais/)).toBeDefined();
  expect(screen.getByText(/Nouvelle série dans 1[78] s/)).toBeDefined();
  expect(screen.queryByText(/Essai 5/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Réessayer maintenant' })).toBeDefined();
});

test('of devices that were not recording nobody says that they record', async () => {
  const link = await watch(ready);
  act(() => link.become('silent'));
  expect(screen.queryByText(/à bord/)).toBeNull();
});

test('those that were recording go on aboard, and cannot be stopped from here', async () => {
  widenWindow();
  const link = await watch(recording, ready);
  expect(screen.getByTitle('R arrête aussitôt')).toBeDefined();
  act(() => link.become('silent'));
  expect(await screen.findByText(/1 capteur enregistrait à la coupure : il continue à bord/)).toBeDefined();
  expect(cards()).toContain('Maxi 0217, Enregistrait');
  expect(screen.getByRole('button', { name: /^Arrêter/ }).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByTitle('R arrête aussitôt')).toBeNull();
});

test('a device that is away while it records says so, also to who came after it left', async () => {
  await watch(away);
  expect(screen.getByText(/Vu pour la dernière fois.*L’enregistrement continue dans le capteur/)).toBeDefined();
});
