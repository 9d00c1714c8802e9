import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { useSession } from '../../../base/session.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { ProfileForm } from './profile-form.tsx';

const user = makeUser({ mail: 'ana@club.fr', firstname: 'Ana', lastname: 'Roy' });
const label = 'Votre mot de passe, pour changer d’e-mail';

async function open(editAccount: NonNullable<Answers['editAccount']>) {
  const server = fakeServer({ editAccount });
  await renderForTest(<ProfileForm />, server);
  return { bodies: () => server.given('editAccount').map(({ body }) => body) };
}

beforeEach(() => {
  useSession.setState({ user });
  useAppearance.getState().setLanguage('fr');
});
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

it('asks for the password when the mail changes, and says in its field when it is wrong', async () => {
  const wrong = refuse('request.invalid', {}, { current_password: 'wrongPassword' });
  const { bodies } = await open(new ApiError(422, wrong.body()));
  const mail = await screen.findByLabelText('E-mail');
  expect(screen.queryByLabelText(label)).toBeNull();
  await userEvent.type(mail, '.net');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Obligatoire')).toBeTruthy();
  expect(bodies()).toEqual([]);
  await userEvent.type(screen.getByLabelText(label), 'ancien');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Le mot de passe actuel est incorrect')).toBeTruthy();
  expect(bodies()).toEqual([
    { firstname: 'Ana', lastname: 'Roy', mail: 'ana@club.fr.net', current_password: 'ancien' },
  ]);
});

it('changes the name without a password', async () => {
  const renamed = { ...user, firstname: 'Anaïs' };
  const { bodies } = await open({ ...renamed, unique_id: 'u', user: renamed, cgu: { accepted: true, hide: true } });
  const firstname = await screen.findByLabelText('Prénom');
  await userEvent.clear(firstname);
  await userEvent.type(firstname, 'Anaïs');
  expect(screen.queryByLabelText(label)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(bodies()).toMatchObject([{ firstname: 'Anaïs', mail: 'ana@club.fr' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull());
});
