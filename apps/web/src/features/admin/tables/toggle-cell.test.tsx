import type { Hub } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../../app/fake-server.ts';
import { makeUser } from '../../../app/make-user.ts';
import { useNotices } from '../../../app/notify.ts';
import { renderForTest } from '../../../app/render-for-test.tsx';
import { useSession } from '../../../app/session.ts';
import Toasts from '../../../app/toasts.tsx';
import { ToggleCell } from './toggle-cell.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
  useNotices.setState({ waiting: [] });
});

const hub: Hub = {
  id: 11,
  uid: 'u11',
  number: 11,
  name: 'Hub piste 11',
  allclients: true,
  cloud_enabled: true,
  auto_send: false,
  timezone: null,
  version: null,
  last_seen: null,
  comment: '',
  client_ids: [],
  is_current: false,
};

it('sends on at one press, says so, and takes it back when asked', async () => {
  const { client, given } = fakeServer({ editHub: { ...hub, auto_send: true } });
  const screenWithToasts = (
    <>
      <ToggleCell row={hub} field="auto_send" />
      <Toasts />
    </>
  );
  await renderForTest(screenWithToasts, client);
  await userEvent.click(await screen.findByRole('switch', { name: /Hub piste 11/ }));
  expect(given('editHub')).toEqual([{ params: { id: 11 }, body: { auto_send: true } }]);
  const undo = await screen.findByRole('button', { name: 'Annuler' });
  expect(screen.getByText('Envoi automatique activé sur Hub piste 11.')).toBeTruthy();
  await userEvent.click(undo);
  expect(given('editHub').at(-1)).toEqual({ params: { id: 11 }, body: { auto_send: false } });
});
