import { api } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { useTableStates } from '../../../tables/table-states.ts';
import { answered } from '../../../testing/answered.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import MecaSensors from './meca-sensors.tsx';

const gauge = {
  ...{
    id: 3,
    uid: '0198',
    name: 'Jauge tribord',
    type: 'force',
    serial_number: 'J-3',
    client_id: 1,
    client_name: 'Club',
  },
  ...{ gain: 2, offset: 0, unit: 'N', calibrated_date: '2026-05-16', comment: '' },
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  useTableStates.setState({ tables: {} });
});

test('the day of a calibration is read and typed in the person’s language, and may be taken away', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const row = answered(api.mecaSensorEndpoints, gauge);
  const server = fakeServer({ listMecaSensors: { items: [row], total: 1 }, editMecaSensor: row });
  await renderForTest(<MecaSensors />, server);
  const sent = () => server.given('editMecaSensor').map(({ body }) => body?.calibrated_date);
  for (const [typed, day] of [
    ['21/11/2026', '2026-11-21'],
    ['', null],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: /^Modifier.*Jauge tribord/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Étalonné le' });
    expect(field.value).toBe('16/05/2026');
    await userEvent.clear(field);
    if (typed !== '') await userEvent.type(field, typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent().at(-1)).toBe(day));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
