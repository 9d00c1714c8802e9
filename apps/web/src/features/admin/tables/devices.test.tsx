import type { Device } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useAppearance } from '../../../app/appearance.ts';
import { fakeServer } from '../../../app/fake-server.ts';
import { makeUser } from '../../../app/make-user.ts';
import { queryClient } from '../../../app/query-client.ts';
import { renderForTest } from '../../../app/render-for-test.tsx';
import { useSession } from '../../../app/session.ts';
import { fakeLive } from '../../../live/fake-live.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { deviceFixture } from '../../realtime/fixture.ts';
import { useTableStates } from '../framework/table-states.ts';
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
  const { client } = fakeServer({ listDevices: { items: [device], total: 1 } });
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <Devices />
    </LiveProvider>,
    client,
  );
  const row = await screen.findByRole('row', { name: /Mini 0034/ });
  expect(within(row).getByText('Refusé').getAttribute('title')).toContain(problem);
  expect(within(row).queryByText('Prêt')).toBeNull();
  await userEvent.click(within(row).getByText('Mini 0034'));
  expect(await screen.findByText(new RegExp(`^Ne peut pas enregistrer.*${problem}$`))).toBeTruthy();
});
