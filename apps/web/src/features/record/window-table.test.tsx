import { type ApiClient, ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeCurvesReply } from '../../testing/make-curves-reply.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import type { StatisticsOfView } from './use-statistics-columns.ts';
import { WindowTable } from './window-table.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const speed: StatisticsOfView['variables'][number] = {
  name: 'gps.speed',
  label: 'Vitesse',
  unit: 'm/s',
  decimals: 2,
  isPace: false,
};
const reply = makeCurvesReply({
  'gps.speed': [
    [0, 4.25],
    [1450, 5],
  ],
});

const show = (fetchBytes: ApiClient['fetchBytes'], variables = [speed]) =>
  renderForTest(
    <WithOpenRecord record={makeRecord()} variables={variables}>
      <WindowTable onClose={() => undefined} />
    </WithOpenRecord>,
    { ...fakeServer(), fetchBytes },
  );
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Valeurs de la fenêtre' }));

it('values that do not come are said, and asked for again', async () => {
  let isAway = true;
  await show(async () => {
    if (isAway) throw new ApiError(503, refuse('server.unavailable').body());
    return reply;
  });
  const table = await dialog();
  expect((await table.findByRole('alert')).textContent).toContain('n’ont pas pu être chargées');
  expect(table.getByRole('button', { name: 'Copier le tableau' })).toHaveProperty('disabled', true);
  isAway = false;
  await userEvent.click(table.getByRole('button', { name: 'Réessayer' }));
  expect((await table.findAllByRole('cell', { name: '4,25' })).length).toBeGreaterThan(0);
});

it('without a variable it says so and waits for nothing', async () => {
  await show(() => Promise.reject(new Error('nothing is asked for')), []);
  const table = await dialog();
  expect(table.getByText(/Aucune variable affichée/)).toBeTruthy();
  expect(table.queryByRole('status')).toBeNull();
});
