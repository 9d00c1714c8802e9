import type { Ledger as Answered, LedgerLink, LedgerRecord } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { syncKeys } from '../../sending/every.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import { Ledger } from './ledger.tsx';

vi.mock('../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: 'hub-online' }) }));

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  useAppearance.getState().setLanguage('fr');
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const record: LedgerRecord = {
  ...{ record_id: 1, name: 'Sortie 1', started_at: '2026-05-16T09:00:00.000Z', timezone: 'Europe/Paris' },
  ...{ here: true, cloud: false, cloud_state: 'needs_sending', original_elsewhere: false, from_hub: null },
  ...{ sha256: null, bytes: 4e6, sent_bytes: 0, coming: null, is_journal: true, missing_blocks: 0, selections: 0 },
  ...{ since: null, last_try: null, why_not: null, replaced: [] },
};
const linked: LedgerLink = { state: 'ok', last_ok: null, why_not: null, waiting_bytes: 4e6, bytes_per_second: null };
const unlinked: LedgerLink = { ...linked, state: 'none' };
const places = { all: 2, only_here: 2, unsent: 2, both: 0, not_here: 0, waiting: 1, refused: 0 };
const items = [record, { ...record, record_id: 2, name: 'Sortie 2', cloud_state: 'local' as const }];

async function open(first: Partial<Answered>) {
  let more = first;
  const server = fakeServer({
    readLedger: () => ({ items, total: 2, places, metered: false, link: linked, ...more }),
    cancelSending: { count: 1 },
  });
  await renderForTest(<Ledger />, server);
  await screen.findByText('Sortie 1');
  const become = (next: Partial<Answered>) => {
    more = next;
    return queryClient.invalidateQueries({ queryKey: syncKeys.all });
  };
  return { server, become };
}

it('of a hub without a cloud it says that all is here only where nothing is elsewhere', async () => {
  const { become } = await open({ link: unlinked });
  expect(screen.getByText(/tout est ici, et rien n’en part/)).toBeTruthy();
  // What is looked for is not all.
  await userEvent.type(screen.getByRole('searchbox'), 'Sortie');
  await waitFor(() => expect(screen.queryByText(/tout est ici/)).toBeNull());
  await userEvent.clear(screen.getByRole('searchbox'));
  await screen.findByText(/tout est ici/);
  await become({ link: unlinked, places: { ...places, all: 3, not_here: 1 } });
  expect(await screen.findByText(/rien n’en part, et rien n’y revient/)).toBeTruthy();
  expect(screen.queryByText(/tout est ici/)).toBeNull();
});

it('what was chosen is offered no moves once the link is gone; what waits is taken out of it all the same', async () => {
  const { server, become } = await open({});
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choisir tous ceux de la page' }));
  expect(screen.getByRole('toolbar', { name: '2 choisis' })).toBeTruthy();
  await become({ link: unlinked });
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: '2 choisis' })).toBeNull());
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ne pas envoyer' }));
  expect(server.given('cancelSending')).toEqual([{ body: { record_ids: [1] } }]);
  await become({ link: unlinked, items: [{ ...record, cloud_state: 'local' }] });
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Déplacer' })).toBeNull());
});
