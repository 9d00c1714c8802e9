import type { SyncConflict } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Sync from './index.tsx';

vi.mock('../../frame/page.tsx', () => ({ Page: (props: { children: unknown }) => props.children }));

const conflict: SyncConflict = {
  ...{ id: 4, table: 'records', table_name: { fr: 'Enregistrements', en: 'Records' }, name: 'B1', field: 'comment' },
  kept: {
    value: 'Cadence tenue',
    value_name: null,
    is_gone: false,
    by: 'Sylvie Laurent',
    at: '2026-05-15T16:06:41.000Z',
    where: 'remote',
  },
  lost: {
    value: 'Cadence libre',
    value_name: null,
    is_gone: false,
    by: null,
    at: '2026-05-15T15:52:08.000Z',
    where: 'local',
  },
  ...{
    met_at: '2026-05-16T09:31:00.000Z',
    present: 'Cadence tenue',
    present_name: null,
    present_edit: 'e',
    present_by: 'Sylvie Laurent',
  },
  ...{ settled: null, settled_at: null, asks: true },
};

beforeEach(() => {
  const user = makeUser({ roles: ['Admin'] });
  useSession.setState({ user });
  useAppearance.getState().setLanguage('fr');
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('shows of both edits who made them, when and where, and when the servers met; what lost names its author', async () => {
  const settled: SyncConflict = { ...conflict, id: 3, settled: 'kept', settled_at: '2026-05-17T09:00:00.000Z' };
  const server = fakeServer({
    listSyncConflicts: (given) =>
      given.query?.settled === 'true' ? { items: [settled], total: 1 } : { items: [conflict], total: 1 },
  });
  await renderForTest(<Sync />, server);
  await userEvent.click(await screen.findByRole('tab', { name: /Conflits/ }));
  const [lost, kept] = await screen.findAllByRole('article');
  expect(within(kept ?? document.body).getByText('Sylvie Laurent')).toBeTruthy();
  expect(within(lost ?? document.body).getByText('Auteur inconnu')).toBeTruthy();
  expect(screen.getByText(/se sont retrouvés le 16 mai 2026/)).toBeTruthy();
  expect(await screen.findByText(/Cadence tenue \(par Sylvie Laurent\) en vigueur, Cadence libre écarté/)).toBeTruthy();
  await userEvent.click(within(lost ?? document.body).getByRole('button'));
  expect(server.given('settleSyncConflict')).toEqual([{ params: { id: 4 }, body: { choice: 'lost' } }]);
});

it('names fields and what references name in words, and says of an emptied field that it is', async () => {
  const ofGroup: SyncConflict = {
    ...{ ...conflict, id: 5, field: 'group_id', asks: false, settled: 'kept', settled_at: null },
    kept: { ...conflict.kept, value: null, value_name: null, by: null },
    lost: { ...conflict.lost, value: '11111111-2222-4333-8444-555555555555', value_name: 'Juniors' },
    ...{ present: '11111111-2222-4333-8444-555555555556', present_name: '', present_by: null },
  };
  const comment: SyncConflict = { ...ofGroup, id: 6, field: 'manager_comment', present: null, present_name: null };
  const server = fakeServer({
    listSyncConflicts: (given) =>
      given.query?.settled === 'true' ? { items: [ofGroup, comment], total: 2 } : { items: [], total: 0 },
  });
  await renderForTest(<Sync />, server);
  await userEvent.click(await screen.findByRole('tab', { name: /Conflits/ }));
  expect(await screen.findByText('Groupe')).toBeTruthy();
  expect(screen.getByText('Inconnu ici en vigueur, Juniors écarté')).toBeTruthy();
  expect(screen.getByText('Commentaire des managers')).toBeTruthy();
  expect(screen.getByText(/^Vide en vigueur/)).toBeTruthy();
});

it('what was settled comes page by page, back to the oldest', async () => {
  const named = (id: number, name: string): SyncConflict => ({ ...conflict, id, name, settled: 'later' });
  const server = fakeServer({
    listSyncConflicts: ({ query }) => {
      if (query?.settled !== 'true') return { items: [], total: 0 };
      return { items: [query.before === undefined ? named(9, 'newer') : named(8, 'older')], total: 2 };
    },
  });
  await renderForTest(<Sync />, server);
  await userEvent.click(await screen.findByRole('tab', { name: /Conflits/ }));
  await screen.findByText(/newer/);
  await userEvent.click(screen.getByRole('button', { name: 'Plus anciens' }));
  expect(await screen.findByText(/older/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Plus anciens' })).toBeNull();
});

it('says numbers and moments in the language of the page, and marks no words in them', async () => {
  const differing = (id: number, field: string, kept: string | number, lost: string | number): SyncConflict => ({
    ...{ ...conflict, id, field, present: kept },
    ...{ kept: { ...conflict.kept, value: kept }, lost: { ...conflict.lost, value: lost } },
  });
  const items = [
    differing(5, 'gain', -1234.5, 1e-7),
    differing(6, 'started_at', '2026-05-16T09:12:03+00:00', '2026-05-16T09:12:04+00:00'),
    differing(7, 'calibrated_date', '2026-05-16', '2026-05-17'),
  ];
  const server = fakeServer({
    listSyncConflicts: (given) =>
      given.query?.settled === 'true'
        ? { items: items.map((one) => ({ ...one, settled: 'kept' as const })), total: 3 }
        : { items, total: 3 },
  });
  await renderForTest(<Sync />, server);
  await userEvent.click(await screen.findByRole('tab', { name: /Conflits/ }));
  const said = (await screen.findAllByRole('article')).map((side) => side.querySelector('p')?.textContent);
  expect(said.slice(0, 2)).toEqual(['0,0000001', '−1\u202f234,5']);
  expect(said[3]).toMatch(/^16 mai 2026.*:12:03$/);
  expect(said.slice(4)).toEqual(['17 mai 2026', '16 mai 2026']);
  expect(document.querySelector('mark')).toBeNull();
  expect(await screen.findByText(/^16 mai 2026 \(par .*17 mai 2026 écarté/)).toBeTruthy();
});
