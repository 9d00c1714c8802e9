import type { May, Role } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useAppearance } from '../base/appearance.ts';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { staffSections } from '../features/admin/sections.ts';
import Users from '../features/admin/tables/users.tsx';
import { answeredUser } from '../testing/answered.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import type { Field, Row } from './table-definition.ts';
import { fieldsFor } from './table-for.ts';
import { useTableStates } from './table-states.ts';

const me = { id: 7, groups: [{ id: 3, name: 'Juniors' }] };
const athlete = makeUser({ id: 9, firstname: 'Zoé', lastname: 'Rameuse', roles: ['Athlete'] });
const people = [
  makeUser({ id: 1, firstname: 'Ada', lastname: 'Admin', roles: ['Admin'] }),
  makeUser({ ...me, firstname: 'Moi', lastname: 'Même', roles: ['Coach'] }),
  athlete,
];

/** A server that lists the three people and takes whatever is written. */
async function openAs(role: Role) {
  useSession.setState({ user: makeUser({ ...me, roles: [role] }) });
  const server = fakeServer({
    listUsers: { items: people.map(answeredUser), total: people.length },
    createUser: answeredUser(athlete),
    editUser: answeredUser(athlete),
  });
  await renderForTest(<Users />, server);
  await screen.findByText('Rameuse');
  return {
    bodies: (name: 'listUsers' | 'createUser' | 'editUser') => server.given(name).map((one) => one.body),
  };
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

beforeEach(() => useAppearance.setState({ language: 'fr' }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useTableStates.setState({ tables: {} });
});

describe('a table as a role may use it', () => {
  it('calls a coach’s people athletes, and asks for no others', async () => {
    const server = await openAs('Coach');
    screen.getByRole('heading', { name: 'Athlètes' });
    expect(server.bodies('listUsers')[0]).toMatchObject({ roles: ['Athlete'], clientIds: [1] });
    expect(screen.queryByRole('columnheader', { name: 'Rôles' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Retirer le filtre Client/ })).toBeNull();
  });

  it('offers a coach what is allowed with athletes, and nothing with others', async () => {
    await openAs('Coach');
    row('Rameuse').getByRole('button', { name: 'Modifier\u00a0: Zoé Rameuse' });
    row('Rameuse').getByRole('button', { name: 'Lien de mot de passe…\u00a0: Zoé Rameuse' });
    for (const other of ['Même', 'Admin']) expect(row(other).queryAllByRole('button')).toEqual([]);
  });

  it('lets a coach add an athlete to the own group, without asking for roles or the client', async () => {
    const server = await openAs('Coach');
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter un athlète' }));
    const form = within(await screen.findByRole('dialog'));
    for (const absent of ['Rôles', 'Client', 'Compte actif', 'Compte de récupération', /Commentaire/]) {
      expect(form.queryByLabelText(absent)).toBeNull();
    }
    await userEvent.type(form.getByLabelText('Prénom'), 'Nil');
    await userEvent.type(form.getByLabelText('Nom'), 'Pagaie');
    await userEvent.type(form.getByLabelText('E-mail'), 'nil@club.fr');
    await userEvent.click(form.getByRole('button', { name: 'Ajouter' }));
    await screen.findByRole('dialog', { name: /Lien de mot de passe/ });
    expect(server.bodies('createUser')).toEqual([
      { firstname: 'Nil', lastname: 'Pagaie', mail: 'nil@club.fr', roles: ['Athlete'], groups: [3], language: 'fr' },
    ]);
  });

  it('lets a manager choose every role but administrator, and act on everyone but administrators', async () => {
    await openAs('Manager');
    screen.getByRole('heading', { name: 'Utilisateurs' });
    expect(row('Admin').queryAllByRole('button')).toEqual([]);
    await userEvent.click(row('Rameuse').getByRole('button', { name: 'Modifier\u00a0: Zoé Rameuse' }));
    const form = within(await screen.findByRole('dialog'));
    form.getByLabelText('Commentaire des managers');
    expect(form.queryByLabelText('Commentaire des administrateurs')).toBeNull();
    await userEvent.click(form.getByRole('combobox', { name: 'Rôles' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Manager',
      'Coach',
      'Athlète',
    ]);
  });

  it('does not let anyone delete the own account among the others', async () => {
    await openAs('Manager');
    await userEvent.click(row('Même').getByRole('button', { name: 'Plus d’actions pour Moi Même' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Modifier']);
  });
});

describe('the form that changes a row', () => {
  it('has the fields that the row says are written, also those that no role is kept from', async () => {
    await openAs('Manager');
    await userEvent.click(row('Même').getByRole('button', { name: 'Plus d’actions pour Moi Même' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Modifier' }));
    const own = within(await screen.findByRole('dialog'));
    own.getByLabelText('Prénom');
    expect(own.queryByLabelText('E-mail')).toBeNull();
    await userEvent.click(own.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(row('Rameuse').getByRole('button', { name: 'Modifier\u00a0: Zoé Rameuse' }));
    within(await screen.findByRole('dialog')).getByLabelText('E-mail');
  });

  it('takes a file of who may change the row: it goes beside the body, whose fields the row tells', () => {
    const fields: readonly Field<Row>[] = [
      { name: 'file', kind: 'file', extensions: ['.bin'], required: false },
      { name: 'notes.fr', kind: 'longText' },
      { name: 'target', kind: 'text' },
    ];
    const admin = makeUser({ roles: ['Admin'] });
    const offered = (may: May) =>
      fieldsFor({ fields, endpoints: { rights: {} } }, { id: 1, may }, admin).map(({ name }) => name);
    expect(offered({ edit: true, delete: true, fields: ['notes'] })).toEqual(['file', 'notes.fr']);
    expect(offered({ edit: false, delete: false, fields: [] })).toEqual([]);
  });
});

describe('a password that someone above chooses', () => {
  const password = 'Aviron-2026';
  const fill = async (field: HTMLElement, text: string) => {
    await userEvent.clear(field);
    await userEvent.paste(text);
  };
  const type = async (form: ReturnType<typeof within>, first: string, again: string) => {
    await fill(form.getByLabelText('Nouveau mot de passe'), first);
    await fill(form.getByLabelText('Confirmation'), again);
  };
  const edit = async (name: string) => {
    await userEvent.click(row(name).getByRole('button', { name: 'Plus d’actions pour Moi Même' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Modifier' }));
    return within(await screen.findByRole('dialog'));
  };

  it('is typed twice and keeps the rules; the person added so gets no link', async () => {
    const server = await openAs('Admin');
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter un utilisateur' }));
    const form = within(await screen.findByRole('dialog'));
    await fill(form.getByLabelText('Prénom'), 'Nil');
    await fill(form.getByLabelText('Nom'), 'Pagaie');
    await fill(form.getByLabelText('E-mail'), 'nil@club.fr');
    await type(form, 'faible', 'faible');
    await userEvent.click(form.getByRole('button', { name: 'Ajouter' }));
    expect(await form.findByText(/8 caractères au moins, dont/)).toBeTruthy();
    await type(form, password, 'autre');
    expect(await form.findByText('Les mots de passe ne correspondent pas')).toBeTruthy();
    expect(server.bodies('createUser')).toEqual([]);
    await type(form, password, password);
    await userEvent.click(form.getByRole('button', { name: 'Ajouter' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodies('createUser')).toMatchObject([{ mail: 'nil@club.fr', password }]);
  });

  it('replaces the one of a person; left empty, nothing is sent of it', async () => {
    const server = await openAs('Manager');
    await userEvent.click(row('Rameuse').getByRole('button', { name: 'Modifier\u00a0: Zoé Rameuse' }));
    const form = within(await screen.findByRole('dialog'));
    await type(form, password, password);
    await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(server.bodies('editUser')).toEqual([{ password }]));
  });

  it('is neither one’s own nor for coaches to choose', async () => {
    await openAs('Manager');
    expect((await edit('Même')).queryByLabelText('Nouveau mot de passe')).toBeNull();
    cleanup();
    await openAs('Coach');
    await userEvent.click(row('Rameuse').getByRole('button', { name: 'Modifier\u00a0: Zoé Rameuse' }));
    expect(within(await screen.findByRole('dialog')).queryByLabelText('Nouveau mot de passe')).toBeNull();
  });
});

describe('the sections of staff', () => {
  const of = (...roles: Role[]) => staffSections(makeUser({ roles })).map(({ name }) => name);

  it('are what the role may change; administrators have a page of their own', () => {
    expect(of('Coach')).toEqual(['users', 'groups', 'exercises', 'devices', 'configs', 'scenarios', 'tasks']);
    expect(of('Manager', 'Athlete')).toEqual([
      'currentClient',
      'users',
      'groups',
      'exercises',
      'devices',
      'hubs',
      'modules',
      'mecaSensors',
      'configs',
      'scenarios',
      'compiledScenarios',
      'tasks',
    ]);
    expect(of('Athlete')).toEqual([]);
    expect(of('Admin', 'Manager')).toEqual([]);
  });
});
