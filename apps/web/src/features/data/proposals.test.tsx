import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { openTestScreen } from './open-test-screen.tsx';

const { open } = openTestScreen();

it('a new record says what it may be, and is so at a press on its button; nothing is set before', async () => {
  const { given } = await open([
    makeRecord({
      id: 4,
      users: [],
      user_ids: [],
      device_name: 'Mini 0034',
      proposal: {
        by: 'device',
        users: [{ id: 8, firstname: 'Noé', lastname: 'Castaing' }],
        sport_id: null,
        exercise_id: 6,
        exercise_name: '500 m',
      },
    }),
    makeRecord({ id: 5, users: [], user_ids: [], device_name: 'Mini 0035' }),
  ]);
  const inbox = within(await screen.findByRole('list', { name: 'Nouveaux enregistrements' }));
  expect(inbox.getByText(/D’habitude\s: Noé Castaing, 500 m/)).toBeTruthy();
  expect(inbox.getAllByRole('button', { name: /comme proposé/ })).toHaveLength(1);
  expect(given('editRecord')).toEqual([]);
  await userEvent.click(inbox.getByRole('button', { name: 'Associer Mini 0034 comme proposé' }));
  await waitFor(() =>
    expect(given('editRecord')).toEqual([{ params: { id: 4 }, body: { user_ids: [8], exercise_id: 6 } }]),
  );
});
