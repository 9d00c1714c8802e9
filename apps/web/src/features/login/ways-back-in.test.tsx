import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Login from './index.tsx';
import { LoginForm } from './login-form.tsx';
import { ResetForm } from './reset-password.tsx';

// Dialogs are fetched when they open: compiling them must not use up a test's time.
beforeAll(async () => {
  await Promise.all([import('./terms-dialog.tsx'), import('./forgot-form.tsx'), import('./recovery-form.tsx')]);
}, 60_000);
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ tokens: undefined, user: undefined });
});

const info = {
  version: '7.0.0',
  back_type: 'hub',
  name: 'Mallette 07',
  epoch: 0,
  clock_difference: 0,
  can_mail: true,
  map: null,
} as const;
const opened = { ...makeUser(), access_token: 'a', refresh_token: 'r', unique_id: 'u', user: makeUser() };
const termsFirst: Answers['login'] = ({ body }) => {
  if (!body.cgu?.accepted) return { cgu: { accepted: false, hide: false } };
  return { ...opened, cgu: { accepted: true, hide: body.cgu.hide } };
};
const texts = {
  terms: { fr: 'Vos mesures\nElles sont à vous.', en: 'Your data\nIt is yours.' },
  notice: { fr: '', en: '' },
  terms_date: '2026-03-02',
};
const user = userEvent.setup();

async function signIn(): Promise<void> {
  await user.type(await screen.findByLabelText('E-mail'), 'h.garnier@pole-miribel.fr');
  await user.type(screen.getByLabelText('Mot de passe'), 'Aviron-2026');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

test('the terms stand before the session: it opens once they are accepted, with their date, and they are not shown again unless asked for', async () => {
  const hub = fakeServer({ login: termsFirst, readTerms: texts });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, hub);
  await signIn();
  await screen.findByText('Elles sont à vous.');
  expect(useSession.getState().user).toBeUndefined();
  expect(localStorage.getItem('sillage.session')).toBeNull();
  expect(screen.getByText('Version du 2 mars 2026. La session s’ouvre après votre accord.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ne plus afficher à la connexion' }).checked).toBe(
    true,
  );
  await user.click(screen.getByRole('button', { name: 'Accepter et continuer' }));
  await vi.waitFor(() => expect(useSession.getState().user?.lastname).toBe('Garnier'));
  expect(hub.given('login')).toMatchObject([
    { body: { cgu: { accepted: false, hide: false } } },
    { body: { cgu: { accepted: true, hide: true } } },
  ]);
});

test('refusing the terms opens nothing', async () => {
  const hub = fakeServer({ login: termsFirst, readTerms: texts });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, hub);
  await signIn();
  await user.click(await screen.findByRole('button', { name: 'Refuser' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hub.given('login')).toHaveLength(1);
  expect(useSession.getState().user).toBeUndefined();
});

test('a link by mail is asked for, and the answer says nothing about whether the account exists', async () => {
  const hub = fakeServer({ backendInfo: { ...info, back_type: 'cloud' }, askPasswordMail: () => undefined });
  await renderForTest(<Login />, hub);
  await user.type(await screen.findByLabelText('E-mail'), 'camille@club.fr');
  await user.click(screen.getByRole('button', { name: 'Mot de passe oublié\u00a0?' }));
  await user.click(await screen.findByRole('button', { name: 'Recevoir le lien' }));
  expect(await screen.findByText(/Si un compte existe pour camille@club.fr/)).toBeTruthy();
  expect(hub.given('askPasswordMail')).toEqual([
    { body: { email: 'camille@club.fr', currentDomain: location.origin } },
  ]);
  expect(screen.queryByText(/clé de récupération/)).toBeNull();
});

test('a hub without mail says who can help, and takes the recovery key of the client', async () => {
  const hub = fakeServer({ backendInfo: { ...info, can_mail: false }, recoverPassword: () => undefined });
  await renderForTest(<Login />, hub);
  await user.click(await screen.findByRole('button', { name: 'Mot de passe oublié\u00a0?' }));
  expect(await screen.findByText(/Demandez à votre administrateur/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Utiliser la clé de récupération' }));
  await user.type(await screen.findByLabelText('E-mail'), 'camille@club.fr');
  await user.type(screen.getByLabelText('Clé de récupération'), 'ABCD-EFGH');
  await user.type(screen.getByLabelText('Nouveau mot de passe'), 'Aviron-2026');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron-2026');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await vi.waitFor(() =>
    expect(hub.given('recoverPassword')).toEqual([
      { body: { email: 'camille@club.fr', recovery_key: 'ABCD-EFGH', password: 'Aviron-2026' } },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
});

test.each([
  ['v6.6.1', true],
  ['6.6.0', false],
])('a hub of version %s takes a recovery key: %s', async (version, takes) => {
  const hub = fakeServer({ backendInfo: { ...info, version, can_mail: false } });
  await renderForTest(<Login />, hub);
  await user.click(await screen.findByRole('button', { name: 'Mot de passe oublié\u00a0?' }));
  expect(await screen.findByText(/Demandez à votre administrateur/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Utiliser la clé de récupération' }) !== null).toBe(takes);
});

test('a new password is ticked off while it is typed, must be typed twice, and is sent with the token of the link', async () => {
  const hub = fakeServer({ resetPassword: () => undefined });
  const onDone = vi.fn();
  await renderForTest(<ResetForm token="abc" onDone={onDone} />, hub);
  const field = await screen.findByLabelText('Nouveau mot de passe');
  await user.type(field, 'Aviron2026');
  expect(screen.getByText('Un symbole').textContent).toContain('manque');
  await user.type(field, '!');
  expect(screen.getByText('Un symbole').textContent).toContain('oui');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron2026');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeTruthy();
  expect(hub.given('resetPassword')).toEqual([]);
  await user.type(screen.getByLabelText('Confirmation'), '!');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(hub.given('resetPassword')).toEqual([{ params: { token: 'abc' }, body: { password: 'Aviron2026!' } }]);
});

test('a link that was used says so, and nothing is done', async () => {
  const hub = fakeServer({ resetPassword: new ApiError(400, refuse('session.linkInvalid').body()) });
  const onDone = vi.fn();
  await renderForTest(<ResetForm token="abc" onDone={onDone} />, hub);
  await user.type(await screen.findByLabelText('Nouveau mot de passe'), 'Aviron2026!');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron2026!');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText(/Ce lien a déjà servi/)).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});
