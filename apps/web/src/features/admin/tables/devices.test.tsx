import { api, type Device } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { useTableStates } from '../../../tables/table-states.ts';
import { answered } from '../../../testing/answered.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import Devices from './devices.tsx';

const problem = 'modules.imu.rateHz: too small';
const device: Device = {
  ...deviceFixture({ number: 20100034, state: 'idle', keys: [] }),
  meta_problem: problem,
  client_name: 'Club',
  group_name: null,
  enabled: true,
  created_date: '2026-05-13T10:31:00.000Z',
  comment: '',
  uid: '0196c8a0-0000-7000-8000-000000000034',
  serial_number: '20100034',
  other_data: {},
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  useTableStates.setState({ tables: {} });
});

test('a device whose description is refused is not shown as ready, and its panel says which field', async () => {
  useAppearance.setState({ language: 'fr' });
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const server = fakeServer({ listDevices: { items: [answered(api.deviceEndpoints, device)], total: 1 } });
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <Devices />
    </LiveProvider>,
    server,
  );
  const row = await screen.findByRole('row', { name: /Mini 0034/ });
  expect(within(row).getByText('Refusé').getAttribute('title')).toContain(problem);
  expect(within(row).queryByText('Prêt')).toBeNull();
  await userEvent.click(within(row).getByText('Mini 0034'));
  expect(await screen.findByText(new RegExp(`^Ne peut pas enregistrer.*${problem}$`))).toBeTruthy();
});
