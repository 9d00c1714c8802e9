import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useFilters } from '../../records/filters.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { openTestScreen } from './open-test-screen.tsx';

const { open } = openTestScreen();
const records = [
  makeRecord({ id: 1, favorite: true, users: [{ id: 3, firstname: 'Camille', lastname: 'Le Goff' }] }),
  makeRecord({ id: 2, users: [{ id: 5, firstname: 'Sacha', lastname: 'Roussel' }] }),
];

it('says the filters in the address, and forgets them there', async () => {
  const { search } = await open(records);
  await screen.findByText('Sacha Roussel');
  expect(search()).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Favoris seulement' }));
  await waitFor(() => expect(screen.queryByText('Sacha Roussel')).toBeNull());
  expect(search()).toBe('?favourites=true');
  useFilters.getState().reset();
  await screen.findByText('Sacha Roussel');
  expect(search()).toBe('');
});

it('opens with the filters of an address instead of those of the last visit', async () => {
  useFilters.getState().change({ lastDays: 'today' });
  const { given } = await open(records, undefined, undefined, '/?favourites=true');
  await screen.findByText('Camille Le Goff');
  expect(screen.queryByText('Sacha Roussel')).toBeNull();
  const asked = given('listRecords').map(({ body }) => body);
  expect(asked).not.toContainEqual(expect.objectContaining({ minDate: expect.any(String) }));
});
