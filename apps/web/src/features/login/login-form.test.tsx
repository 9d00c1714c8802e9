import { ApiError, NetworkError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { browserTimezone } from '../../base/browser-timezone.ts';
import { isSignedIn, useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  useSession.setState({ tokens: undefined, user: undefined, ended: false });
});

const opened = {
  ...makeUser(),
  access_token: 'a',
  refresh_token: 'r',
  unique_id: 'u',
  user: makeUser(),
  cgu: { accepted: true, hide: false },
};

async function fillAndSend(mail: string, password: string): Promise<void> {
  const user = userEvent.setup();
  if (mail) await user.type(await screen.findByLabelText('E-mail'), mail);
  if (password) await user.type(await screen.findByLabelText('Mot de passe'), password);
  await user.click(await screen.findByRole('button', { name: 'Se connecter' }));
}

test('says that the session has ended, and nothing of it to who comes first', async () => {
  await renderForTest(<LoginForm onForgotten={() => undefined} />);
  await screen.findByLabelText('E-mail');
  expect(screen.queryByText(/Votre session est terminée/)).toBeNull();
  act(() => useSession.setState({ ended: true }));
  expect(screen.getByRole('status').textContent).toContain('Votre session est terminée');
});

test('opens the session with the mail and password typed', async () => {
  const server = fakeServer({ login: opened });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, server);
  await fillAndSend('h.garnier@pole-miribel.fr', 'Aviron-2026');
  expect(server.given('login')).toEqual([
    {
      body: {
        timezone: browserTimezone(),
        mail: 'h.garnier@pole-miribel.fr',
        password: 'Aviron-2026',
        cgu: { accepted: false, hide: false },
      },
    },
  ]);
  await vi.waitFor(() => expect(useSession.getState().user?.lastname).toBe('Garnier'));
  expect(isSignedIn()).toBe(false); // the client writes the tokens, and this one is a fake
});

test('says under its field what is missing or wrong, and calls nobody', async () => {
  const server = fakeServer();
  await renderForTest(<LoginForm onForgotten={() => undefined} />, server);
  await fillAndSend('not a mail', '');
  expect(await screen.findByText('E-mail invalide. Exemple : prenom.nom@club.fr')).toBeTruthy();
  expect(await screen.findByText('Obligatoire')).toBeTruthy();
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  expect(server.names()).toEqual([]);
});

test('says that mail or password is wrong, linked to the field', async () => {
  const refusal = new ApiError(401, refuse('session.badCredentials').body());
  await renderForTest(<LoginForm onForgotten={() => undefined} />, fakeServer({ login: refusal }));
  await fillAndSend('h.garnier@pole-miribel.fr', 'faux');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Adresse e-mail ou mot de passe incorrect.');
  expect(screen.getByLabelText('Mot de passe').getAttribute('aria-describedby')).toBe(alert.id);
});

test('says after too many tries how long to wait, counts it down, and lets try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const refusal = new ApiError(429, refuse('request.tooMany', { seconds: 64 }).body(), 64);
    const server = fakeServer({ login: refusal });
    await renderForTest(<LoginForm onForgotten={() => undefined} />, server);
    await fillAndSend('h.garnier@pole-miribel.fr', 'faux');
    const rest = await screen.findByRole('timer');
    expect(rest.textContent).toMatch(/^Réessayez dans 1\smin\s\d\ss\.$/);
    const send = screen.getByRole('button', { name: 'Se connecter' });
    expect(send.hasAttribute('disabled')).toBe(true);
    act(() => vi.advanceTimersByTime(30_000));
    expect(rest.textContent).toMatch(/^Réessayez dans 3\d\ss\.$/);
    act(() => vi.advanceTimersByTime(40_000));
    expect(screen.getByText('Vous pouvez réessayer.')).toBeTruthy();
    expect(send.hasAttribute('disabled')).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('does not make another person wait on the same page', async () => {
  const refusal = new ApiError(429, refuse('request.tooMany', { seconds: 64 }).body(), 64);
  await renderForTest(<LoginForm onForgotten={() => undefined} />, fakeServer({ login: refusal }));
  await fillAndSend('h.garnier@pole-miribel.fr', 'faux');
  await screen.findByRole('timer');
  await userEvent.type(screen.getByLabelText('E-mail'), 'x');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByRole('button', { name: 'Se connecter' }).hasAttribute('disabled')).toBe(false);
});

test('says that the server does not answer', async () => {
  const server = fakeServer({ login: new NetworkError('away') });
  await renderForTest(<LoginForm onForgotten={() => undefined} />, server);
  await fillAndSend('h.garnier@pole-miribel.fr', 'x');
  expect((await screen.findByRole('alert')).textContent).toContain('Le serveur ne répond pas');
});

test('shows and hides the password', async () => {
  await renderForTest(<LoginForm onForgotten={() => undefined} />);
  const field = await screen.findByLabelText('Mot de passe');
  expect(field.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
  expect(field.getAttribute('type')).toBe('text');
});
