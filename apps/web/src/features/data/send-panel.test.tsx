import { ApiError } from '@sillage/client';
import { type LedgerLink, type LedgerRecord, refuse, type SyncLink } from '@sillage/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { useSession } from '../../base/session.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { widenWindow } from '../../testing/widen-window.ts';
import { useSendPanel } from './open-send-panel.ts';
import { openTestScreen } from './open-test-screen.tsx';

const server = vi.hoisted(() => ({ kind: 'hub' as 'hub' | 'cloud' }));
vi.mock('../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: server.kind }) }));

const { open } = openTestScreen();
beforeEach(() => {
  server.kind = 'hub';
  useSendPanel.setState({ isOpen: false });
});

const waiting: LedgerRecord = {
  ...{ record_id: 2, name: 'Sortie 2', started_at: '2026-05-16T09:12:00.000Z', timezone: 'Europe/Paris' },
  ...{ original_elsewhere: false, from_hub: null },
  ...{ cloud_state: 'needs_sending', here: true, cloud: false, sha256: null, bytes: 4e6, sent_bytes: 0, coming: null },
  ...{ is_journal: true, missing_blocks: 0, selections: 0, since: null, last_try: null, why_not: null, replaced: [] },
};
const link: SyncLink = {
  ...{ url: 'https://c.test', linked: true, auto_send: false, last_ok: null, last_try: null, why_not: null },
  names: { here: { number: 7, name: 'Hangar' }, cloud: null },
  ...{ clock_ahead: 0, waiting_rows: 0, waiting_files: 1, waiting_bytes: 4e6, wanted_files: 0, conflicts: 0 },
  ...{ most_kilobytes_per_second: null, metered: false, bytes_per_second: null },
};
const places = { all: 3, only_here: 2, unsent: 2, both: 1, not_here: 0, waiting: 1, refused: 0 };
const going: LedgerLink = {
  ...{ state: 'ok', last_ok: null, why_not: null, waiting_bytes: 4e6, bytes_per_second: null },
};
const may = { ...makeRecord().may, edit: true };
const records = [
  makeRecord({ id: 1, cloud_state: 'synced', may }),
  makeRecord({ id: 2, cloud_state: 'needs_sending', may }),
  makeRecord({ id: 3, cloud_state: 'local', may }),
];
const answers = {
  readLedger: { items: [waiting], total: 1, places, metered: false, link: going },
  sendRecords: { count: 2 },
  cancelSending: { count: 1 },
};
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Enregistrements associés' }))
    .getAllByRole('row')
    .slice(1);
const panel = () => screen.findByRole('region', { name: 'Envoi au cloud' });
const tick = async (row: number) => {
  const [box] = within((await rows())[row] ?? document.body).getAllByRole('checkbox');
  await userEvent.click(box ?? document.body);
};

it('on a hub, what is ticked in the list is sent from the panel, which says first how many copies it replaces', async () => {
  const { given } = await open(records, undefined, undefined, '/', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  const states = (await rows()).map((row) => row.querySelector('td [data-state]')?.textContent);
  expect(states).toEqual(['Synchronisé', 'À envoyer', 'Non envoyé']);
  expect(within(await panel()).getByText('Sortie 2')).toBeTruthy();
  await tick(0);
  await tick(2);
  expect(within(await panel()).getByText('1 copie du cloud sera remplacée')).toBeTruthy();
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Envoyer (2)' }));
  expect(given('sendRecords')).toEqual([{ body: { record_ids: [1, 3], first: true } }]);
  expect(within(await panel()).queryByRole('button', { name: /^Envoyer \(/ })).toBeNull();
});

it('a coach is told beside the button that what is sent waits for a link that is cut, and of a hub without one that nothing leaves', async () => {
  const why_not = { fr: 'Le cloud ne répond pas.', en: 'The cloud does not answer.' };
  let link: LedgerLink = { ...going, state: 'cut', why_not };
  const readLedger = () => ({ ...answers.readLedger, link });
  await open(records, undefined, undefined, '/', { ...answers, readLedger });
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  await tick(2);
  expect(within(await panel()).getByText(/^Le cloud ne répond pas\./)).toBeTruthy();
  expect(within(await panel()).getByText('Partira quand l’échange avec le cloud reprend')).toBeTruthy();
  link = { ...going, state: 'none', why_not: null };
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Ne pas envoyer Sortie 2' }));
  expect(await within(await panel()).findByText(/n’est reliée à aucun cloud/)).toBeTruthy();
  expect(within(await panel()).queryByRole('button', { name: /^Envoyer \(/ })).toBeNull();
});

it('what waits is taken out again, or lifted before the others', async () => {
  const { given } = await open(records, undefined, undefined, '/', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  await userEvent.click(await within(await panel()).findByRole('button', { name: 'Envoyer Sortie 2 en premier' }));
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Ne pas envoyer Sortie 2' }));
  expect(given('sendRecords')).toEqual([{ body: { record_ids: [2], first: true } }]);
  expect(given('cancelSending')).toEqual([{ body: { record_ids: [2] } }]);
});

it('all that waits is taken out at once, page after page, once somebody said so', async () => {
  let left = [waiting, { ...waiting, record_id: 3, name: 'Sortie 3' }];
  const readLedger = () => ({ ...answers.readLedger, items: left.slice(0, 1), total: left.length });
  const cancelSending = () => {
    left = left.slice(1);
    return { count: 1 };
  };
  const { given } = await open(records, undefined, undefined, '/', { ...answers, readLedger, cancelSending });
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  await userEvent.click(await within(await panel()).findByRole('button', { name: 'Tout annuler…' }));
  expect(given('cancelSending')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Ne pas envoyer (2)' }));
  expect(await within(await panel()).findByText(/^Rien n’attend/)).toBeTruthy();
  expect(given('cancelSending').map(({ body }) => body.record_ids)).toEqual([[2], [3]]);
});

it('the lists are read again at the first answer of what waits, and after a press', async () => {
  const { given } = await open(records, undefined, undefined, '/', answers);
  await rows();
  const before = given('listRecords').length;
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  await waitFor(() => expect(given('listRecords').length).toBeGreaterThan(before));
  await within(await panel()).findByText('Sortie 2');
  const opened = given('listRecords').length;
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Ne pas envoyer Sortie 2' }));
  await waitFor(() => expect(given('listRecords').length).toBeGreaterThan(opened));
});

it('an original that is in the cloud only says so and is not sent; a reply that is smaller than what was asked is told', async () => {
  const away = makeRecord({
    id: 4,
    decode_state: 'error',
    size: 0,
    cloud_state: 'local',
    original_elsewhere: true,
    may,
  });
  const { given } = await open([...records, away], undefined, undefined, '/', {
    ...answers,
    sendRecords: { count: 1 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Envoi au cloud' }));
  expect((await rows())[3]?.querySelector('td[class*=cloud] [data-state]')?.textContent).toBe('Cloud, pas ici');
  expect((await rows())[3]?.textContent).toContain('Pas ici');
  expect((await rows())[3]?.textContent).not.toContain('Non décodé');
  for (const row of [0, 2, 3]) await tick(row);
  expect(within(await panel()).getByText(/^Sans 1.: séances/)).toBeTruthy();
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Envoyer (2)' }));
  expect(given('sendRecords')).toEqual([{ body: { record_ids: [1, 3], first: true } }]);
  await waitFor(() =>
    expect(useNotices.getState().waiting.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Envoi demandé pour 1 sur 2/),
    ]),
  );
});

it('beside the panel the inbox has the bar of what is ticked, and on a phone no button stands over it', async () => {
  const fresh = makeRecord({ id: 9, users: [], user_ids: [], may });
  useSendPanel.setState({ isOpen: true });
  await open([...records, fresh], undefined, undefined, '/', answers);
  await userEvent.click(await screen.findByRole('tab', { name: /^Nouveaux/ }));
  const inbox = within(await screen.findByRole('list', { name: 'Nouveaux enregistrements' }));
  await userEvent.click(inbox.getByRole('checkbox'));
  expect(screen.getAllByRole('toolbar', { name: 'Actions sur la sélection' })).toHaveLength(1);
  await userEvent.click(inbox.getByRole('checkbox'));
  act(() => widenWindow(390));
  expect(screen.queryByRole('button', { name: 'Nouvelle donnée' })).toBeNull();
  act(() => useSendPanel.getState().open(false));
  expect(screen.getByRole('button', { name: 'Nouvelle donnée' })).toBeTruthy();
});

it('says so when what waits cannot be read, and reads it again', async () => {
  let isDown = true;
  const readLedger = () => {
    if (isDown) throw new ApiError(503, refuse('server.unavailable').body());
    return answers.readLedger;
  };
  useSendPanel.setState({ isOpen: true });
  await open(records, undefined, undefined, '/', { ...answers, readLedger });
  expect(await within(await panel()).findByText('Ce qui attend d’être envoyé n’a pas pu être lu')).toBeTruthy();
  isDown = false;
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Réessayer' }));
  expect(await within(await panel()).findByText('Sortie 2')).toBeTruthy();
});

it('what waits is read again once the link is said to cost by the byte, or records to go by themselves', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useSendPanel.setState({ isOpen: true });
  const more = { ...answers, readSyncLink: link, setSyncSending: link, setAutoSend: link };
  const { given } = await open(records, undefined, undefined, '/', more);
  for (const name of [/^Liaison comptée/, /^Envoi automatique/]) {
    await within(await panel()).findByText('Sortie 2');
    const before = given('readLedger').length;
    await userEvent.click(await within(await panel()).findByRole('switch', { name }));
    await waitFor(() => expect(given('readLedger').length).toBeGreaterThan(before));
  }
});

it('in the cloud nothing of it is offered', async () => {
  server.kind = 'cloud';
  useSendPanel.setState({ isOpen: true });
  await open(records, undefined, undefined, '/', answers);
  await rows();
  expect(screen.queryByRole('button', { name: 'Envoi au cloud' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Envoi au cloud' })).toBeNull();
  expect(screen.queryByText('Synchronisé')).toBeNull();
});
