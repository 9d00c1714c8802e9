import { ApiError } from '@sillage/client';
import { Credentials, type Endpoint, refuse } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeUser } from '../../app/make-user.ts';
import { queryClient } from '../../app/query-client.ts';
import { renderForTest } from '../../app/render-for-test.tsx';
import { useSession } from '../../app/session.ts';
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

type Answer = (given: { body?: Record<string, unknown>; params?: unknown }) => unknown;

/** A server that answers these endpoints; what it was asked is listed. */
function server(answers: Record<string, Answer>) {
  const asked: { name: string; given: unknown }[] = [];
  const call = async (endpoint: Endpoint, given: Parameters<Answer>[0] = {}) => {
    asked.push({ name: endpoint.name, given });
    const answer = answers[endpoint.name];
    if (answer === undefined) throw new Error(`not answered: ${endpoint.name}`);
    return answer(given);
  };
  return {
    call: call as never,
    of: (name: string) => asked.filter((one) => one.name === name).map(({ given }) => given),
  };
}

const info = (fields: object) => () => ({
  version: '1',
  back_type: 'hub',
  name: 'Mallette 07',
  epoch: 0,
  can_mail: true,
  ...fields,
});
const termsFirst =
  (): Answer =>
  ({ body }) => {
    if (Credentials.parse(body).cgu?.accepted) return { user: makeUser() };
    throw new ApiError(403, refuse('session.termsRequired').body());
  };
const texts = {
  terms: { fr: 'Vos mesures\nElles sont à vous.', en: 'Your data\nIt is yours.' },
  notice: { fr: '', en: '' },
};
const user = userEvent.setup();

async function signIn(): Promise<void> {
  await user.type(await screen.findByLabelText('E-mail'), 'h.garnier@pole-miribel.fr');
  await user.type(screen.getByLabelText('Mot de passe'), 'Aviron-2026');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

test('the terms stand before the session: it opens once they are accepted, and they can be hidden from then on', async () => {
  const hub = server({ login: termsFirst(), readTerms: () => texts });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, { call: hub.call });
  await signIn();
  await screen.findByText('Elles sont à vous.');
  expect(useSession.getState().user).toBeUndefined();
  expect(localStorage.getItem('sillage.session')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Ne plus afficher à la connexion' }));
  await user.click(screen.getByRole('button', { name: 'Accepter et continuer' }));
  await vi.waitFor(() => expect(useSession.getState().user?.lastname).toBe('Garnier'));
  expect(hub.of('login')).toMatchObject([
    { body: { cgu: { accepted: false, hide: false } } },
    { body: { cgu: { accepted: true, hide: true } } },
  ]);
});

test('refusing the terms opens nothing', async () => {
  const hub = server({ login: termsFirst(), readTerms: () => texts });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, { call: hub.call });
  await signIn();
  await user.click(await screen.findByRole('button', { name: 'Refuser' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hub.of('login')).toHaveLength(1);
  expect(useSession.getState().user).toBeUndefined();
});

test('a link by mail is asked for, and the answer says nothing about whether the account exists', async () => {
  const hub = server({ backendInfo: info({ back_type: 'cloud' }), askPasswordMail: () => undefined });
  await renderForTest(<Login />, { call: hub.call });
  await user.type(await screen.findByLabelText('E-mail'), 'camille@club.fr');
  await user.click(screen.getByRole('button', { name: 'Mot de passe oublié\u00a0?' }));
  await user.click(await screen.findByRole('button', { name: 'Recevoir le lien' }));
  expect(await screen.findByText(/Si un compte existe pour camille@club.fr/)).toBeTruthy();
  expect(hub.of('askPasswordMail')).toEqual([{ body: { email: 'camille@club.fr', currentDomain: location.origin } }]);
  expect(screen.queryByText(/clé de récupération/)).toBeNull();
});

test('a hub without mail says who can help, and takes the recovery key of the client', async () => {
  const hub = server({ backendInfo: info({ can_mail: false }), recoverPassword: () => undefined });
  await renderForTest(<Login />, { call: hub.call });
  await user.click(await screen.findByRole('button', { name: 'Mot de passe oublié\u00a0?' }));
  expect(await screen.findByText(/Demandez à votre administrateur/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Utiliser la clé de récupération' }));
  await user.type(await screen.findByLabelText('E-mail'), 'camille@club.fr');
  await user.type(screen.getByLabelText('Clé de récupération'), 'ABCD-EFGH');
  await user.type(screen.getByLabelText('Nouveau mot de passe'), 'Aviron-2026');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron-2026');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await vi.waitFor(() =>
    expect(hub.of('recoverPassword')).toEqual([
      { body: { email: 'camille@club.fr', recovery_key: 'ABCD-EFGH', password: 'Aviron-2026' } },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
});

test('a new password is ticked off while it is typed, must be typed twice, and is sent with the token of the link', async () => {
  const hub = server({ resetPassword: () => undefined });
  const onDone = vi.fn();
  await renderForTest(<ResetForm token="abc" onDone={onDone} />, { call: hub.call });
  const field = await screen.findByLabelText('Nouveau mot de passe');
  await user.type(field, 'Aviron2026');
  expect(screen.getByText('Un symbole').textContent).toContain('manque');
  await user.type(field, '!');
  expect(screen.getByText('Un symbole').textContent).toContain('oui');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron2026');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeTruthy();
  expect(hub.of('resetPassword')).toEqual([]);
  await user.type(screen.getByLabelText('Confirmation'), '!');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(hub.of('resetPassword')).toEqual([{ params: { token: 'abc' }, body: { password: 'Aviron2026!' } }]);
});

test('a link that was used says so, and nothing is done', async () => {
  const hub = server({
    resetPassword: () => {
      throw new ApiError(400, refuse('session.linkInvalid').body());
    },
  });
  const onDone = vi.fn();
  await renderForTest(<ResetForm token="abc" onDone={onDone} />, { call: hub.call });
  await user.type(await screen.findByLabelText('Nouveau mot de passe'), 'Aviron2026!');
  await user.type(screen.getByLabelText('Confirmation'), 'Aviron2026!');
  await user.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText(/Ce lien a déjà servi/)).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});
