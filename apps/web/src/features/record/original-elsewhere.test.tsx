import type { Ledger, LedgerLink, LedgerRecord, Record } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Screen from './index.tsx';

const program = vi.hoisted(() => ({ kind: 'hub-online' }));
vi.mock('../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: program.kind }) }));

const { live } = fakeLive();
beforeEach(() => {
  program.kind = 'hub-online';
  useSession.setState({ user: makeUser() });
  useAppearance.getState().setLanguage('fr');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const away = { decode_state: 'error', visualisable: false, available_data: {}, original_elsewhere: true } as const;
const line: LedgerRecord = {
  ...{ record_id: 4, name: 'B1', started_at: '2026-05-16T09:12:00.000Z', timezone: 'Europe/Paris' },
  ...{ here: false, cloud: true, cloud_state: 'synced', original_elsewhere: true, from_hub: null, coming: null },
  ...{ sha256: null, bytes: 9e6, sent_bytes: 9e6, is_journal: true, missing_blocks: 0, selections: 0 },
  ...{ since: null, last_try: null, why_not: null, replaced: [] },
};
const link: LedgerLink = { state: 'ok', last_ok: null, why_not: null, waiting_bytes: 0, bytes_per_second: null };
const places = { all: 1, only_here: 0, unsent: 0, both: 0, not_here: 1, waiting: 0, refused: 0 };

async function open(record: Partial<Record>, more: Partial<LedgerRecord>, ledger: Partial<Ledger> = {}) {
  const may = { ...makeRecord().may, edit: true };
  const server = fakeServer({
    readRecord: makeRecord({ ...away, may, ...record }),
    readLedger: { items: [{ ...line, ...more }], total: 1, places, link, metered: false, ...ledger },
    fetchRecords: { count: 1 },
  });
  const page = (
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>
  );
  await renderForTest(page, server);
  return server;
}

it('on a hub a record whose samples are in the cloud says so, and a press brings them back', async () => {
  const server = await open({}, {});
  expect(await screen.findByRole('heading', { name: 'Ses mesures sont dans le cloud' })).toBeTruthy();
  expect(screen.queryByText(/n’a pas pu être décodé/)).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Faire revenir' }));
  expect(server.given('fetchRecords')).toMatchObject([{ body: { record_ids: [expect.any(Number)] } }]);
});

it('it says how much is here while it comes, and why it does not', async () => {
  const why_not = { fr: 'Le cloud n’a pas encore l’original.', en: 'Not in the cloud.' };
  const server = await open({}, { coming: { received_bytes: 1e6, bytes: 4e6 }, why_not });
  expect(await screen.findByRole('progressbar', { name: 'Revient du cloud' })).toHaveProperty('value', 0.25);
  expect(screen.getByText(/Le cloud n’a pas encore l’original\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Laisser au cloud' }));
  expect(server.given('fetchRecords')).toMatchObject([{ body: { cancel: true } }]);
});

it('over a metered link it asks first', async () => {
  const server = await open({}, {}, { metered: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Faire revenir' }));
  expect(server.given('fetchRecords')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: /^Faire revenir 9,0/ }));
  expect(server.given('fetchRecords')).toHaveLength(1);
});

it('an athlete is offered nothing that would be refused', async () => {
  await open({ may: { ...makeRecord().may, edit: false } }, {});
  expect(await screen.findByText(/Votre coach peut les faire revenir/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Faire revenir' })).toBeNull();
});

it('a hub without a cloud says that alone, and administrators go from there to where it is linked', async () => {
  const why_not = { fr: 'Tout est ici.', en: 'Everything is here.' };
  const unlinked = { link: { ...link, state: 'none', why_not } } as const;
  await open({}, { why_not }, unlinked);
  expect(await screen.findByRole('heading', { name: 'Ses mesures sont sur un autre serveur' })).toBeTruthy();
  expect(screen.getByText('Elles ne sont pas sur cette mallette, qui n’est reliée à aucun cloud.')).toBeTruthy();
  expect(screen.queryByText(/Tout est ici/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Faire revenir' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'La relier' })).toBeNull();
  cleanup();
  queryClient.clear();
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  await open({}, {}, unlinked);
  expect(await screen.findByRole('link', { name: 'La relier' })).toBeTruthy();
});

it('of a way back nothing is said before it is known whether there is one', async () => {
  const { promise: told, resolve: tell } = Promise.withResolvers<Ledger>();
  const server = fakeServer({ readRecord: makeRecord(away), readLedger: () => told });
  await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    server,
  );
  await waitFor(() => expect(server.given('readLedger')).toHaveLength(1));
  expect(screen.queryByText(/Elles ne sont pas sur cette mallette/)).toBeNull();
  tell({ items: [line], total: 1, places, link: { ...link, state: 'none' }, metered: false });
  expect(await screen.findByText('Elles ne sont pas sur cette mallette, qui n’est reliée à aucun cloud.')).toBeTruthy();
});

it('in the cloud it says from which hub the samples are to come', async () => {
  program.kind = 'cloud';
  await open({}, { cloud: false, cloud_state: 'sending', sent_bytes: 3e6, from_hub: 'Hangar' }, { link: null });
  expect(await screen.findByRole('heading', { name: 'Pas encore arrivé de Hangar' })).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Arrive de la mallette' })).toBeTruthy();
  expect(screen.getByText(/Les courbes s’ouvrent ici dès/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Faire revenir' })).toBeNull();
});

it('in the cloud it says why the samples do not come, and promises no curves then', async () => {
  program.kind = 'cloud';
  const why_not = { fr: 'Ce club garde ses originaux.', en: 'This club keeps its originals.' };
  await open({}, { cloud: false, cloud_state: 'local', from_hub: 'Hangar', why_not }, { link: null });
  expect(await screen.findByText(/encore sur la mallette\. Ce club garde ses originaux\.$/)).toBeTruthy();
  expect(screen.queryByText(/Les courbes s’ouvrent/)).toBeNull();
});
