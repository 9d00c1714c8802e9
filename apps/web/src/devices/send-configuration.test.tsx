import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { LiveProvider } from '../live/live.tsx';
import { fakeLive } from '../testing/fake-live.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { devicesFixture } from '../testing/make-devices.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { SendConfiguration } from './send-configuration.tsx';

const config = {
  ...{ id: 3, uid: 'u', name: 'Aviron', client_id: 1, client_name: 'Club', comment: '' },
  config: '{"modules":{"imu":{"type":"imu","rate":200}}}',
};
const at = (rate: number) => ({ imu: { enabled: true, rate, realtimeRate: 20 } });
const [first, second, third] = devicesFixture.map(({ number, name }) => ({ number, name }));
const row = (device: typeof first, state: 'toSend' | 'taken' | 'refused' | 'leftOut' | 'alreadySo', before = 50) => ({
  number: device?.number ?? 0,
  name: device?.name ?? '',
  state,
  code: null,
  reason: state === 'refused' ? { fr: 'imu : 100 Hz au plus.', en: 'imu: 100 Hz at most.' } : null,
  before: state === 'leftOut' ? null : at(before),
  after: state === 'leftOut' ? null : at(200),
  absent: [],
  bytes_per_second: { before: 1000, after: 4000 },
});

const { live } = fakeLive();
beforeEach(() => useSession.setState({ user: makeUser({ roles: ['Admin'] }) }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('says what changes, sends to those that are ticked, and what became of it', async () => {
  let isSent = false;
  const server = fakeServer({
    listClientConfigs: { items: [config], total: 1 },
    listRealtimeDevices: [...devicesFixture],
    previewConfig: () => {
      const items = [
        isSent ? row(first, 'alreadySo', 200) : row(first, 'toSend'),
        row(second, 'refused'),
        row(third, 'leftOut'),
      ];
      return { items, total: items.length };
    },
    sendConfig: () => {
      isSent = true;
      return { items: [row(first, 'taken')], total: 1 };
    },
  });
  const onClose = vi.fn();
  await renderForTest(
    <LiveProvider live={live}>
      <SendConfiguration onClose={onClose} />
    </LiveProvider>,
    server,
  );
  fireEvent.click(await screen.findByRole('button', { name: /Aviron/ }));
  const table = within(await screen.findByRole('table'));
  await waitFor(() => expect(table.getByText('Refusée')).toBeTruthy());
  expect(table.getByText('imu : 100 Hz au plus.')).toBeTruthy();
  expect(table.getByRole('checkbox', { name: new RegExp(first?.name ?? '') })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer à 1 capteur' }));
  await waitFor(() => expect(table.getByText('Prise')).toBeTruthy());
  expect(server.given('sendConfig')).toEqual([{ params: { id: 3 }, body: { device_numbers: [first?.number] } }]);
  expect(screen.getByRole('button', { name: 'Envoyer' })).toHaveProperty('disabled', true);
});
