import type { Role } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAppearance } from '../../../app/appearance.ts';
import { makeUser } from '../../../app/make-user.ts';
import { queryClient } from '../../../app/query-client.ts';
import { renderForTest } from '../../../app/render-for-test.tsx';
import { useSession } from '../../../app/session.ts';
import { staffSections } from '../sections.ts';
import Users from '../tables/users.tsx';
import { useTableStates } from './table-states.ts';

const me = { id: 7, groups: [{ id: 3, name: 'Juniors' }] };
const people = [
  makeUser({ id: 1, firstname: 'Ada', lastname: 'Admin', roles: ['Admin'] }),
  makeUser({ ...me, firstname: 'Moi', lastname: 'Même', roles: ['Coach'] }),
  makeUser({ id: 9, firstname: 'Zoé', lastname: 'Rameuse', roles: ['Athlete'] }),
];

/** A server that lists the three people and takes whatever is written. */
async function openAs(role: Role) {
  useSession.setState({ user: makeUser({ ...me, roles: [role] }) });
  const asked: { name: string; body: unknown }[] = [];
  const answer = ({ name }: { name: string }, given?: { body?: unknown }): unknown => {
    asked.push({ name, body: given?.body });
    if (name === 'listUsers') return { items: people, total: people.length };
    return name === 'createUser' ? people[2] : { items: [], total: 0 };
  };
  const call = vi.fn(async (...given: Parameters<typeof answer>) => answer(...given));
  const request = vi.fn(async (...given: Parameters<typeof answer>) => ({
    status: 200,
    headers: new Headers(),
    body: answer(...given),
  }));
  await renderForTest(<Users />, { call: call as never, request: request as never });
  await screen.findByText('Rameuse');
  return { bodies: (name: string) => asked.filter((one) => one.name === name).map(({ body }) => body) };
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

describe('the sections of staff', () => {
  const of = (...roles: Role[]) => staffSections(makeUser({ roles })).map(({ name }) => name);

  it('are what the role may change; administrators have a page of their own', () => {
    expect(of('Coach')).toEqual(['users', 'groups', 'exercises', 'devices', 'configs', 'tasks']);
    expect(of('Manager', 'Athlete')).toEqual([
      'currentClient',
      'users',
      'groups',
      'exercises',
      'devices',
      'modules',
      'mecaSensors',
      'configs',
      'tasks',
    ]);
    expect(of('Athlete')).toEqual([]);
    expect(of('Admin', 'Manager')).toEqual([]);
  });
});
