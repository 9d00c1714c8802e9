import { ApiError } from '@sillage/client';
import { type Answered, api, type Exercise, refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useAppearance } from '../base/appearance.ts';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { i18next } from '../base/translate.ts';
import Users from '../features/admin/tables/users.tsx';
import { answered } from '../testing/answered.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { widenWindow } from '../testing/widen-window.ts';
import { defineTable } from './table-definition.ts';
import { TableScreen } from './table-screen.tsx';
import { useTableStates } from './table-states.ts';

const admin = makeUser({
  mail: 's@pole.fr',
  firstname: 'Sofia',
  lastname: 'Lindqvist',
  roles: ['Admin'],
  client_id: 4,
  client_name: 'Miribel',
});

const exercises = defineTable<Exercise>({
  name: 'exercises',
  cached: 'exercises',
  endpoints: api.exerciseEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  filters: [{ name: 'enabled', kind: 'one', useChoices: () => [{ value: true, label: 'Oui' }] }],
  columns: [{ name: 'name', sort: 'name' }],
  phone: { summary: (row) => row.client_name },
  fields: [
    { name: 'name', kind: 'text' },
    // Only so that the form holds something that the test leaves as it is.
    { name: 'client_name', kind: 'text', only: 'edit' },
  ],
});

/** A server with so many exercises; `refused` answers writes instead. */
function serverOf(count: number, refused?: ApiError) {
  let rows = Array.from({ length: count }, (_, index) => exercise(index + 1));
  const written = refused ?? exercise(1);
  const server = fakeServer({
    listExercises: ({ body = {} }) => {
      const { pageId = 1, search } = body;
      const found = rows.filter((row) => row.name.includes(search ?? ''));
      return { items: found.slice((pageId - 1) * 10, pageId * 10), total: found.length };
    },
    describeExerciseDeletion: {
      name: 'Exercice 1',
      effects: [
        { what: { fr: '148 enregistrements', en: '148 records' }, count: 148, fate: 'kept' },
        { what: { fr: '2 réglages', en: '2 settings' }, count: 2, fate: 'lost' },
      ],
    },
    deleteExercise: ({ params }) => {
      rows = rows.filter((row) => row.id !== params.id);
    },
    createExercise: written,
    editExercise: written,
  });
  const listed = () => server.given('listExercises').map(({ body }) => body);
  return { ...server, listed };
}

function exercise(id: number): Answered<Exercise> {
  const row = { id, uid: `u${id}`, name: `Exercice ${id}`, client_id: 4, client_name: 'Miribel' };
  return answered(api.exerciseEndpoints, row);
}

async function open(count: number, refused?: ApiError) {
  const server = serverOf(count, refused);
  await renderForTest(<TableScreen table={exercises} />, server);
  return server;
}

beforeEach(() => {
  useSession.setState({ user: admin });
  useAppearance.getState().setLanguage('fr');
  useTableStates.setState({ tables: {} });
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

describe('the list of a table', () => {
  it('shows the rows of the active client, and asks the server for pages and orders', async () => {
    const server = await open(24);
    expect(await screen.findByRole('cell', { name: 'Exercice 1' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'Exercice 1' }).title, 'whole where the column cuts it').toBe('Exercice 1');
    expect(screen.getByText('1–10 sur 24')).toBeTruthy();
    expect(server.listed()[0]).toMatchObject({
      pageId: 1,
      pageSize: 10,
      clientIds: [4],
      sort_by: 'name',
      sort_desc: false,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
    expect(await screen.findByRole('cell', { name: 'Exercice 11' })).toBeTruthy();
    expect(server.listed().at(-1)).toMatchObject({ pageId: 2 });
    const heading = screen.getByRole('columnheader', { name: 'Nom' });
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    await waitFor(() => expect(server.listed().at(-1)).toMatchObject({ pageId: 1, sort_by: 'name', sort_desc: true }));
  });

  it('searches on the server, says what narrows an empty list, and takes it away', async () => {
    const server = await open(3);
    await userEvent.type(await screen.findByRole('searchbox'), 'zzz');
    expect(await screen.findByText('Aucune ligne ne correspond')).toBeTruthy();
    expect(screen.getByText(/Aucune ligne ne contient « zzz »/)).toBeTruthy();
    expect(server.listed().at(-1)).toMatchObject({ search: 'zzz' });
    await userEvent.click(screen.getByRole('button', { name: 'Réinitialiser les filtres' }));
    expect(await screen.findByRole('cell', { name: 'Exercice 3' })).toBeTruthy();
  });

  it('names the filter responsible', async () => {
    useTableStates.setState({
      tables: {
        exercises: { search: '', first: 0, sort: undefined, chosen: { enabled: [true] }, everyClient: false },
      },
    });
    const server = await open(0);
    expect(await screen.findByText(/Le filtre État Oui est actif\./)).toBeTruthy();
    expect(server.listed()[0]).toMatchObject({ enabled: true });
  });

  it('shows every client’s rows once the client’s filter is removed', async () => {
    const server = await open(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer le filtre Client' }));
    await waitFor(() => expect(server.listed().at(-1)).not.toHaveProperty('clientIds'));
    expect(await screen.findByRole('button', { name: 'Tous les clients' })).toBeTruthy();
  });

  it('invites to add the first row, and says what failed', async () => {
    await open(0);
    expect(await screen.findByText('Aucun exercice')).toBeTruthy();
    cleanup();
    queryClient.clear();
    const refusal = new ApiError(503, refuse('server.unavailable').body());
    await renderForTest(<TableScreen table={exercises} />, fakeServer({ listExercises: refusal }));
    expect(await screen.findByText('Cette table n’a pas pu être chargée')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy();
  });
});

describe('the form of a table', () => {
  it('refuses what the schema refuses, with the sentence of the language', async () => {
    const server = await open(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un exercice' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    expect(await dialog.findByText('Obligatoire')).toBeTruthy();
    useAppearance.getState().setLanguage('en');
    await i18next.changeLanguage('en');
    expect(await dialog.findByText('Required')).toBeTruthy();
    expect(server.names()).not.toContain('createExercise');
  });

  it('sends only what was changed', async () => {
    const server = await open(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Modifier\u00a0: Exercice 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifier Exercice 1' }));
    expect((dialog.getByRole('button', { name: 'Enregistrer' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText('Nom'), ' bis');
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() =>
      expect(server.given('editExercise').map(({ body }) => body)).toEqual([{ name: 'Exercice 1 bis' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('puts a conflict and other refusals of the server onto their fields', async () => {
    await open(1, new ApiError(409, refuse('entity.conflict', { field: 'name' }, { name: 'taken' }).body()));
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un exercice' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Nom'), 'CMJ');
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Déjà utilisé');
    expect(dialog.getByLabelText('Nom').getAttribute('aria-invalid')).toBe('true');
  });

  it('marks the field that the role may not choose', async () => {
    await open(1, new ApiError(403, refuse('permission.denied', {}, { name: 'forbidden' }).body()));
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un exercice' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Nom'), 'CMJ');
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Votre rôle ne permet pas ce choix');
    expect(dialog.getByLabelText('Nom').getAttribute('aria-invalid')).toBe('true');
  });

  it('says what no field of it is about', async () => {
    await open(1, new ApiError(403, refuse('permission.denied').body()));
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un exercice' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Nom'), 'CMJ');
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/Votre rôle ne permet pas/);
  });

  it('names fields that it does not show in words, and what rule they break', async () => {
    const broken = { comment: 'maxLength', client_id: 'unknown', 'params.3.unit': 'required' };
    await open(1, new ApiError(422, refuse('request.invalid', {}, broken).body()));
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un exercice' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Nom'), 'CMJ');
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    const said = (await dialog.findByRole('alert')).textContent ?? '';
    expect(said).toContain('Commentaire\u00a0: Trop long · Client\u00a0: Inconnu, ou hors de votre portée');
    expect(said).toContain('Un champ absent de ce formulaire\u00a0: Obligatoire');
    expect(said).not.toMatch(/client_id|params/);
  });

  it('judges a mail by one rule, whatever its field says', async () => {
    await renderForTest(<Users />, fakeServer());
    const [add] = await screen.findAllByRole('button', { name: 'Ajouter un utilisateur' });
    await userEvent.click(add as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('E-mail'), 'theo@exemple');
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
    expect(await dialog.findByText('E-mail invalide. Exemple : prenom.nom@club.fr')).toBeTruthy();
    expect(dialog.getAllByText('Obligatoire')).toHaveLength(2);
  });
});

describe('deleting a row', () => {
  it('says what stays and what is lost, starts on Cancel, and repeats the verb', async () => {
    const server = await open(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Plus d’actions pour Exercice 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Supprimer…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Supprimer Exercice 1\u00a0?' }));
    expect(await dialog.findByText('Conservé : 148 enregistrements')).toBeTruthy();
    expect(dialog.getByText('Perdu : 2 réglages')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
    expect(server.names()).not.toContain('deleteExercise');
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer l’exercice' }));
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Exercice 1' })).toBeNull());
    expect(server.names()).toContain('deleteExercise');
  });
});
