import type { FirmwareUpdate, Release } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { LiveProvider } from '../live/live.tsx';
import { fakeLive } from '../testing/fake-live.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { deviceFixture } from '../testing/make-devices.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { lookOfUpdate } from './firmware-look.ts';
import { FirmwareUpdates } from './firmware-updates.tsx';

const release: Release = {
  ...{ id: 7, uid: 'u', version: '7.3.0', target: 'maxi', hardware_version: null, filename: 'maxi.bin', size: 1000 },
  ...{ sha256: 'a'.repeat(64), signature: 's', public_key: 'k', notes: { fr: '', en: '' }, created_date: '2026-05-12' },
};
const device = (number: number, version: string) => ({
  ...deviceFixture({ number, state: 'idle', keys: [] }),
  version,
});
const loading: FirmwareUpdate = {
  ...{ id: 1, number: 10200001, name: 'Maxi 0001', release_id: 7, from_version: '6.7.1', to_version: '7.3.0' },
  ...{ state: 'loading', waits_for: null, sent_bytes: 380, total_bytes: 1000, code: null, reason: null },
  ...{ created_date: '2026-05-12', ended_date: null },
};

const { live } = fakeLive();
beforeEach(() => useSession.setState({ user: makeUser({ roles: ['Admin'] }) }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('each device says what would come of it, an older version only after a question, and what loads how far it is', async () => {
  const devices = [
    device(10200001, '6.7.1'),
    device(10200002, '6.7.1'),
    device(10200003, '7.3.0'),
    device(10200004, '8.0.0'),
    device(10200005, '6.3.2'),
    device(20100006, '6.7.1'),
  ];
  const server = fakeServer({
    listRealtimeDevices: devices,
    listDeviceReleases: { items: [{ ...release, may: { edit: false, delete: false, fields: [] } }], total: 1 },
    listFirmwareUpdates: { items: [loading], total: 1 },
    startFirmwareUpdates: { items: [], total: 0 },
  });
  await renderForTest(
    <LiveProvider live={live}>
      <FirmwareUpdates />
    </LiveProvider>,
    server,
  );
  await screen.findByText('Même version');
  expect(screen.getByText(/38/)).toBeTruthy();
  expect(screen.queryByText('Mini 0006')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Étapes' }));
  expect(screen.getByText('Maxi 0005, à la main')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Confirmer…' }));
  expect(server.given('startFirmwareUpdates')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Revenir en arrière' }));
  await waitFor(() =>
    expect(server.given('startFirmwareUpdates')).toEqual([
      { body: { release_id: 7, device_numbers: [10200004], downgrade: true } },
    ]),
  );
});

it('a device that is away is not asked; an update that ended is shown with its own release', () => {
  const away = { ...device(10200002, '6.7.1'), is_connected: false };
  expect(lookOfUpdate(away, release, undefined).word).toBe('away');
  const ended: FirmwareUpdate = { ...loading, state: 'failed', ended_date: '2026-05-12' };
  expect(lookOfUpdate(device(10200001, '6.7.1'), release, ended).word).toBe('failed');
  expect(lookOfUpdate(device(10200001, '6.7.1'), { ...release, id: 8 }, ended).word).toBe('ready');
});
