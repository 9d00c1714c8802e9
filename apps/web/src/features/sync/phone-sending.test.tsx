import type { LedgerLink, LedgerRecord, SyncLink } from '@sillage/contract';
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
vi.mock('../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: 'hub-online' }) }));

const link: SyncLink = {
  ...{
    url: 'https://cloud.test',
    linked: true,
    auto_send: false,
    last_ok: null,
    last_try: null,
    why_not: null,
  },
  names: { here: { number: 7, name: 'Hangar' }, cloud: null },
  ...{ clock_ahead: 0, waiting_rows: 0, waiting_files: 2, waiting_bytes: 9e6, wanted_files: 0, conflicts: 0 },
  ...{ most_kilobytes_per_second: null, metered: false, bytes_per_second: 100_000 },
};
const record = (id: number, more: Partial<LedgerRecord>): LedgerRecord => ({
  ...{ record_id: id, name: `Sortie ${id}`, started_at: '2026-05-16T09:12:00.000Z', timezone: 'Europe/Paris' },
  ...{ cloud_state: 'local', original_elsewhere: false, from_hub: null },
  ...{ here: true, cloud: false, sha256: null, bytes: 4e6, sent_bytes: 0, coming: null },
  ...{ is_journal: true, missing_blocks: 0, selections: 0, since: null, last_try: null, why_not: null, replaced: [] },
  ...more,
});
const places = { all: 2, only_here: 2, unsent: 2, both: 0, not_here: 0, waiting: 1, refused: 0 };

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useAppearance.getState().setLanguage('fr');
  widenWindow(390);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  widenWindow();
});

const going: LedgerLink = {
  ...{ state: 'ok', last_ok: '2026-05-16T11:42:00.000Z', why_not: null },
  ...{ waiting_bytes: 9e6, bytes_per_second: 100_000 },
};
const open = async (
  records: readonly LedgerRecord[],
  more: Partial<SyncLink> = {},
  shown: Partial<LedgerLink> = {},
) => {
  const metered = more.metered ?? false;
  const server = fakeServer({
    readLedger: () => ({
      ...{ items: [...records], total: records.length, places, metered },
      link: { ...going, ...shown },
    }),
    readSyncLink: () => ({ ...link, ...more }),
    listSyncConflicts: () => ({ items: [], total: 0 }),
  });
  await renderForTest(<Sync />, server);
  await screen.findByText('Sortie 1');
  return server;
};

it('a phone opens on what is not in the cloud yet, says how far it is, and sends what is chosen', async () => {
  const server = await open([
    record(1, { cloud_state: 'sending', sent_bytes: 3e6 }),
    record(2, { cloud_state: 'needs_sending', sent_bytes: 1e6 }),
  ]);
  expect(server.given('readLedger')[0]).toMatchObject({ query: { where: 'unsent' } });
  const [moving, paused] = screen.getAllByRole('listitem');
  expect(within(moving ?? document.body).getByText(/^Envoi 75/)).toBeTruthy();
  expect(within(paused ?? document.body).getByText(/^Reprendra à 25/)).toBeTruthy();
  expect(await screen.findByText(/Il reste 9,0 Mo, environ/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Choisir' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choisir Sortie 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer (1)' }));
  expect(server.given('sendRecords')).toEqual([{ body: { record_ids: [2], first: true } }]);
});

it('what is on its way is stopped for all at once', async () => {
  const server = await open([record(1, { cloud_state: 'sending', sent_bytes: 3e6 }), record(2, {})]);
  await userEvent.click(screen.getByRole('button', { name: 'Arrêter l’envoi' }));
  expect(server.given('cancelSending')).toEqual([{ body: { record_ids: [1] } }]);
});

it('over a metered link nothing is sent before somebody agreed to how much that is', async () => {
  const server = await open([record(1, {}), record(2, { sent_bytes: 1e6 })], { metered: true });
  expect(await screen.findByText(/les originaux attendent\. Rien/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer quand même…' }));
  expect(server.given('sendRecords')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Envoyer 7/ }));
  expect(server.given('sendRecords')).toEqual([{ body: { record_ids: [1, 2], first: true } }]);
});

it('over a metered link a coach, who is not shown the link, is asked for a single one, too', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = await open([record(1, {})], { metered: true });
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer Sortie 1' }));
  expect(server.given('sendRecords')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Envoyer 4/ }));
  expect(server.given('sendRecords')).toEqual([{ body: { record_ids: [1], first: true } }]);
});

const cut: Partial<LedgerLink> = {
  state: 'cut',
  why_not: { fr: 'Le cloud ne répond pas.', en: 'The cloud does not answer.' },
};

it('a coach hears that the link is cut, that what is sent waits for it, and sends all the same', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = await open([record(1, {})], {}, cut);
  expect(screen.getByText(/^Le cloud ne répond pas\. Ce qui est envoyé d’ici là attend ici/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer maintenant' }));
  expect(server.given('sendRecords')).toEqual([{ body: { record_ids: [1], first: true } }]);
  expect(server.given('readSyncLink')).toEqual([]);
});

it('a coach hears what is left of all that waits, not of this page alone', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  await open([record(1, { cloud_state: 'sending', sent_bytes: 3e6 })]);
  expect(screen.getByText(/Il reste 9,0 Mo, environ/)).toBeTruthy();
});

it('on a hub that is linked to no cloud a coach is told so, and is offered no sending', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  await open([record(1, {})], {}, { state: 'none' });
  expect(screen.getByText(/n’est reliée à aucun cloud/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Envoyer/ })).toBeNull();
});

it('the ledger tells a coach since when the link is cut, and offers no moves without one', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  widenWindow();
  await open([record(1, {})], {}, cut);
  expect(screen.getByText(/Le registre montre ce que le cloud avait confirmé le 16 mai/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeTruthy();
  cleanup();
  queryClient.clear();
  await open([record(1, {})], {}, { state: 'none' });
  expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
});
