import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setActiveClient } from '../../base/active-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Screen from './index.tsx';
import { openTestScreen } from './open-test-screen.tsx';
import { useTableView } from './table-view.ts';

const { open } = openTestScreen();

const table = () => screen.findByRole('table', { name: 'Enregistrements associés' });

describe('the table', () => {
  it('sorts by a column at a press on its head, the other way round at the next, and says so', async () => {
    const { given } = await open([makeRecord()]);
    await table();
    const head = (name: string) => screen.getByRole('columnheader', { name });
    expect(head('Date').getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Sport' }));
    await waitFor(() => expect(head('Sport').getAttribute('aria-sort')).toBe('ascending'));
    const asked = () => given('listRecords').findLast(({ body }) => body?.type === 'associated')?.body;
    expect(asked()).toMatchObject({ sort_by: 'sport', sort_desc: false, language: 'fr' });
    await userEvent.click(screen.getByRole('button', { name: 'Sport' }));
    await waitFor(() => expect(asked()).toMatchObject({ sort_by: 'sport', sort_desc: true }));
    expect(head('Date').getAttribute('aria-sort')).toBe('none');
  });

  it('has the columns that are ticked, and a dash where a record has nothing', async () => {
    await open([makeRecord({ device_name: null, sport_disp_name: null, exercise_name: null, preview: null })]);
    const row = within(await table()).getAllByRole('row')[1] as HTMLElement;
    expect(within(row).getAllByText('–')).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Colonnes' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Colonnes' }));
    await userEvent.click(chooser.getByRole('checkbox', { name: 'Groupe' }));
    await userEvent.click(chooser.getByRole('checkbox', { name: 'Capteur' }));
    expect(
      within(screen.getByRole('table', { hidden: true }))
        .getAllByRole('columnheader', { hidden: true })
        .map((one) => one.textContent),
    ).toEqual([
      '',
      'Favori',
      'Date',
      'Athlètes',
      'Sport',
      'Exercice',
      'Résultat',
      'Groupe',
      'Aperçu',
      'Durée',
      'Actions',
    ]);
  });

  it('says what an analysis found of each: a number with its unit, a doubt, a refusal with its reason', async () => {
    const both = (fr: string) => ({ fr, en: fr });
    const trial = {
      ...{ analysis: 'cmj', name: both('Saut'), output: both('Hauteur'), unit: 'm', decimals: 3 },
      ...{ state: 'valid' as const, value: 0.3215, reason: null },
    };
    const refused = { ...trial, state: 'refused' as const, value: null, reason: both('Aucun vol.') };
    await open([
      makeRecord({ id: 1, trial }),
      makeRecord({ id: 2, trial: { ...trial, state: 'warned', value: 0.4, reason: both('La pesée bouge.') } }),
      makeRecord({ id: 3, trial: refused }),
    ]);
    const rows = within(await table()).getAllByRole('row');
    expect(within(rows[1] as HTMLElement).getByText('0,322 m')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByTitle('Saut, Hauteur. Valide')).toBeTruthy();
    expect(within(rows[2] as HTMLElement).getByTitle('Saut, Hauteur. À vérifier : La pesée bouge.')).toBeTruthy();
    expect(within(rows[3] as HTMLElement).getByTitle('Saut, Hauteur. Refusé : Aucun vol.')).toBeTruthy();
    expect(within(rows[3] as HTMLElement).getAllByText('Refusé').length).toBeGreaterThan(0);
  });

  it('of a list that is too long to be sorted says so, and sorts it by date again', async () => {
    useTableView.getState().sortBy('duration');
    const refusal = new ApiError(422, refuse('list.tooLongToSort', { count: 50_000, maximum: 40_000 }).body());
    const server = fakeServer({
      listRecords: ({ body }) => {
        if (body?.sort_by !== undefined) throw refusal;
        return { records: [makeRecord()], total: 1 };
      },
    });
    await renderForTest(
      <LiveProvider live={fakeLive().live}>
        <Screen />
      </LiveProvider>,
      server,
    );
    expect(await screen.findByText(/50000 enregistrements, 40000 au plus/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Trier par date' }));
    expect(await table()).toBeTruthy();
  });
});

describe('downloading', () => {
  it('opens one dialog for the checked records: D, the row’s menu, the bar', async () => {
    await open([makeRecord({ selections: [{ id: 1, num: 1 }] }), makeRecord({ id: 2 })]);
    await userEvent.click(within(await table()).getByRole('checkbox', { name: 'Tout sélectionner' }));
    await userEvent.keyboard('d');
    const dialog = within(await screen.findByRole('dialog', { name: 'Télécharger 2 enregistrements' }));
    expect(dialog.getByRole('button', { name: 'Leur sélection' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Télécharger' }));
    expect(await screen.findByRole('dialog', { name: 'Télécharger 2 enregistrements' })).toBeTruthy();
  });
});

describe('deleting', () => {
  it('names what is lost, starts on Annuler, and asks the server only once confirmed', async () => {
    const { names, given } = await open([makeRecord({ id: 5, selections: [{ id: 1, num: 1 }] })]);
    const rows = within(await table());
    await userEvent.click(rows.getByRole('checkbox', { name: 'Sélectionner Camille Le Goff' }));
    expect(screen.getByText('1 sélectionné')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer la sélection' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Camille Le Goff – sam\. 16 mai 2026, 09:12/)).toBeTruthy();
    expect(dialog.getByText(/1 sélection et le commentaire sont perdus/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Annuler');
    expect(names()).not.toContain('deleteRecords');
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
    await waitFor(() => expect(names()).toContain('deleteRecords'));
    expect(given('deleteRecords')).toEqual([{ body: [5] }]);
  });
});

it('clears the search where only words narrow', async () => {
  await open([]);
  const field = await screen.findByRole('searchbox', { name: 'Chercher un enregistrement' });
  await userEvent.type(field, 'zzz');
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer la recherche' }));
  expect((field as HTMLInputElement).value).toBe('');
});

it('of another client begins with nothing checked', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  await open([makeRecord({ id: 5 })]);
  await userEvent.click(within(await table()).getByRole('checkbox', { name: 'Sélectionner Camille Le Goff' }));
  expect(screen.getByText('1 sélectionné')).toBeTruthy();
  act(() => setActiveClient({ id: 2, name: 'Autre club', logo: null }));
  await table();
  expect(screen.queryByText('1 sélectionné')).toBeNull();
});
