import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeHealth } from '../../../testing/make-health.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import HealthScreen from './index.tsx';

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ user: makeUser() });
});
afterEach(cleanup);

test('a server that is well says so, and nothing is to be done', async () => {
  await renderForTest(<HealthScreen />, fakeServer({ readHealth: makeHealth() }));
  expect(await screen.findByText('Tout va bien')).toBeDefined();
  expect(screen.getByText('Rien n’a été refusé à un capteur.')).toBeDefined();
});

test('what is wrong is said in words with the device and the field, and what to do', async () => {
  const about = { device: 20_200_052, device_name: 'Mini 0052', last: '2026-06-01T10:00:00Z' };
  const health = makeHealth({
    missing: ['broker'],
    crashes: { count: 3, last: '2026-06-01T10:00:00Z' },
    counts: [
      {
        ...about,
        what: 'meta.refused',
        count: 3,
        reason: 'columns.0.unit: Too big: expected string to have <=20 characters',
      },
      { ...about, what: 'connection.takenOver', count: 1132, reason: null },
      { ...about, what: 'block.refused', count: 37, reason: 'crc' },
    ],
  });
  await renderForTest(<HealthScreen />, fakeServer({ readHealth: health }));
  expect(await screen.findByText('5 choses à faire')).toBeDefined();
  expect(screen.getByText(/Mini 0052\s: sa description est refusée \(columns.0.unit\)/)).toBeDefined();
  expect(screen.getByText(/Mini 0052\s: 1132 reprises de connexion. Deux programmes/)).toBeDefined();
  expect(screen.getByText(/37 blocs refusés \(somme de contrôle fausse\)/)).toBeDefined();
  expect(screen.getByText('ne répond pas')).toBeDefined();
  expect(screen.getByText(/^3, la dernière fois /)).toBeDefined();
  expect(screen.getByText(/Le programme s’est arrêté 3 fois tout seul/)).toBeDefined();
});

test('where no backup was made, the way to make one stands beside', async () => {
  await renderForTest(<HealthScreen />, fakeServer({ readHealth: makeHealth({ last_backup: null }) }));
  expect((await screen.findByRole('link', { name: 'Sauvegardes' })).getAttribute('href')).toBe('/admin/backup');
});
