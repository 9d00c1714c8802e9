import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { makeRecord, makeSeanceRecord } from '../../testing/make-record.ts';
import { openTestScreen } from './open-test-screen.tsx';
import { useTableView } from './table-view.ts';

const { open } = openTestScreen();

const people = ['Inès', 'Noé', 'Lou', 'Zoé'].map((firstname, n) => ({ id: 20 + n, firstname, lastname: 'Un' }));
/** Records of one person each; `seanceId` of those that are of a session. */
const recordOf = (n: number, seanceId: number | null = null) =>
  makeRecord({ id: n, users: people.slice(n - 1, n), seance_id: seanceId });

const session = () =>
  makeRecord({
    id: 9,
    users: [{ id: 30, firstname: 'Équipe', lastname: 'Une' }],
    record_type: 'seance',
    visualisable: false,
    available_data: {},
    seance_records: [makeSeanceRecord(1), makeSeanceRecord(2)],
  });

const table = async () => within(await screen.findByRole('table', { name: 'Enregistrements associés' }));
const check = async (name: string) =>
  userEvent.click((await table()).getByRole('checkbox', { name: `Sélectionner ${name}` }));

describe('records that are chosen', () => {
  it('become a session, which is undone by a word', async () => {
    const { given } = await open([recordOf(1), recordOf(2), recordOf(3)]);
    await check('Inès Un');
    await check('Lou Un');
    await userEvent.click(screen.getByRole('button', { name: 'Grouper en séance' }));
    await waitFor(() =>
      expect(given('uploadRecord')).toEqual([{ body: { record_type: 'seance', record_ids: [1, 3] } }]),
    );
    const notice = useNotices.getState().waiting.at(-1);
    expect(notice?.text).toBe('Séance créée avec 2 enregistrements.');
    notice?.action?.run();
    await waitFor(() => expect(given('deleteRecords')).toEqual([{ body: [77] }]));
  });

  it('join the session that is chosen with them; a record of a session is of no other', async () => {
    const { given } = await open([session(), recordOf(1, 9), recordOf(2, 9), recordOf(3)]);
    await check('Équipe Une');
    await check('Lou Un');
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter à la séance' }));
    await waitFor(() => expect(given('editRecord')).toEqual([{ params: { id: 9 }, body: { record_ids: [1, 2, 3] } }]));
  });
});

it('a session unfolds its records below it, and lets go of one', async () => {
  const { given } = await open([session(), recordOf(1, 9), recordOf(2, 9), recordOf(3)]);
  const rows = await table();
  expect(rows.queryByRole('link', { name: 'Inès Un' })).toBeNull();
  expect(rows.getByText('2 enregistrements')).toBeTruthy();
  await userEvent.click(rows.getByRole('button', { name: 'Montrer 2 enregistrements de la séance' }));
  expect(await rows.findByRole('link', { name: 'Inès Un' })).toBeTruthy();
  expect(given('listRecords').at(-1)?.body).toMatchObject({ seanceIds: [9], sort_desc: false });
  await userEvent.click(rows.getByRole('button', { name: 'Plus d’actions pour Noé Un' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Retirer de la séance' }));
  await waitFor(() => expect(given('editRecord')).toEqual([{ params: { id: 9 }, body: { record_ids: [1] } }]));
});

it('a session is downloaded from its row', async () => {
  await open([session(), recordOf(1, 9), recordOf(2, 9)]);
  const rows = await table();
  await userEvent.click(rows.getAllByRole('button', { name: /^Plus d’actions pour/ })[0] ?? document.body);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Télécharger' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'ZIP complet' })).toBeTruthy();
  expect(dialog.queryByText(/laissé de côté/)).toBeNull();
});

it('a session whose records do not come says so, and is asked again', async () => {
  const refused = { sessions: true };
  useTableView.setState(({ columns }) => ({ columns: [...new Set([...columns, 'cloud' as const])] }));
  await open([session(), recordOf(1, 9)], undefined, refused);
  const rows = await table();
  await userEvent.click(rows.getByRole('button', { name: 'Montrer 2 enregistrements de la séance' }));
  const told = await rows.findByRole<HTMLTableCellElement>('alert');
  // Of the columns that are chosen, that of the cloud is not shown where nothing is sent to one.
  expect(told.colSpan).toBe(rows.getAllByRole('columnheader').length);
  const failed = within(told);
  expect(failed.getByText(/n’ont pas pu être chargés/)).toBeTruthy();
  refused.sessions = false;
  await userEvent.click(failed.getByRole('button', { name: 'Réessayer' }));
  expect(await rows.findByRole('link', { name: 'Inès Un' })).toBeTruthy();
});
