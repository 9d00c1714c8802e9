import { api, type Release } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { answered } from '../../../testing/answered.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { DeviceVersion } from './device-version.tsx';

const release: Release = {
  id: 1,
  uid: '0196c8a0-0000-7000-8000-000000000001',
  version: '6.8.0',
  target: 'maxi',
  hardware_version: null,
  filename: 'maxi.bin',
  size: 1,
  sha256: '0',
  signature: '',
  public_key: '',
  notes: { fr: '', en: '' },
  created_date: '2026-05-13T10:31:00.000Z',
};

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test.each([
  ['v6.4.9', true],
  ['6.5.0', false],
  ['v6.7.1', false],
])('a newer release than %s is told, and whether Wi-Fi cannot bring it: %s', async (version, notOverWifi) => {
  useAppearance.setState({ language: 'fr' });
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const server = fakeServer({
    listDeviceReleases: { items: [answered(api.deviceReleaseEndpoints, release)], total: 1 },
  });
  await renderForTest(<DeviceVersion number={10200042} version={version} />, server);
  const words = await screen.findByText(/^Version 6\.8\.0 disponible/);
  expect(/Pas par Wi-Fi.*6\.5\.0/.test(words.textContent)).toBe(notOverWifi);
});
