import { type ApiClient, ApiError } from '@sillage/client';
import { type Parameter, refuse, type ServerSettingsInForce } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { makeParameter } from '../../testing/make-parameter.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Account from './account/index.tsx';
import Settings from './index.tsx';
import { ParameterScreen } from './parameters/parameter-screen.tsx';
import { ServerForm } from './server/server-form.tsx';

vi.mock('../../frame/page.tsx', () => ({ Page: (props: { children: unknown }) => props.children }));

const threshold = makeParameter({
  name: 'aviron::detection_coup::seuil',
  display_name: { fr: 'Seuil d’attaque', en: 'Catch threshold' },
  unit: 'N·m',
  type: 'float',
  default: 30,
  titles: [
    { fr: 'Aviron', en: 'Rowing' },
    { fr: 'Détection', en: 'Detection' },
  ],
  value: 35,
  modified: true,
  modified_by: 'Sofia Lindqvist',
  modified_date: '2026-05-14T10:00:00Z',
  custom: false,
});
const gains: Parameter = {
  ...threshold,
  name: 'aviron::detection_coup::gain',
  display_name: { fr: 'Gain par poste', en: 'Gain' },
  unit: '',
  type: 'table',
  default: ['Nage=1', '2=1'],
  value: ['Nage=1', '2=1'],
  order: true,
  modified: false,
};
const user = makeUser({ roles: ['Admin'] });
const texts = { fr: 'a', en: 'b' };
const serverSettings: ServerSettingsInForce = {
  name: 'Club',
  allowed_origins: [],
  map_tiles_url: '',
  require_jail: false,
  map_attribution: '',
  public_url: '',
  terms: texts,
  notice: texts,
  set_by_variable: [],
};

/** A server with two parameters, and what the test says. */
function settingsServer(answers: Answers = {}) {
  return fakeServer({
    currentLogin: { ...user, unique_id: 'u', user, cgu: { accepted: true, hide: true } },
    listTimezones: { timezones: ['Europe/Paris', 'UTC'] },
    readParameter: { ...threshold, name: 'timezone', type: 'list', value: 'Europe/Paris' },
    listParameters: { [threshold.name]: threshold, [gains.name]: gains },
    ...answers,
  });
}

function refusal(...of: Parameters<typeof refuse>): ApiError {
  const made = refuse(...of);
  return new ApiError(made.status, made.body());
}

beforeEach(() => {
  useSession.setState({ user });
  useAppearance.getState().setLanguage('fr');
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const device = { table: 'Device', id: 7, name: 'Maxi 0217', mayChange: true } as const;
const openEditor = (server: ApiClient) =>
  renderForTest(<ParameterScreen kinds={['devices']} target={device} onChoose={() => undefined} />, server);

it('changes a number in its row, and says in the row what it does not take', async () => {
  const server = settingsServer({ setParameter: threshold });
  await openEditor(server);
  const field = await screen.findByRole('textbox', { name: 'Seuil d’attaque' });
  await userEvent.clear(field);
  await userEvent.type(field, 'abc{Enter}');
  expect(screen.getByText('Nombre attendu')).toBeTruthy();
  expect(server.given('setParameter')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '36,5{Enter}');
  await waitFor(() =>
    expect(server.given('setParameter')).toEqual([
      {
        params: { tableName: 'Device', id: 7 },
        query: { cookie_name: threshold.name },
        body: { cookie_value: 36.5 },
      },
    ]),
  );
});

it('returns a modified parameter to its default by one press, and offers that to no other', async () => {
  const server = settingsServer({ resetParameter: threshold });
  await openEditor(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Remettre Seuil d’attaque par défaut' }));
  expect(server.given('resetParameter')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Remettre Gain par poste par défaut' })).toBeNull();
});

it('orders the rows of a table by buttons and keeps them when told so', async () => {
  const server = settingsServer({ setParameter: gains });
  await openEditor(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Gain par poste' }));
  await userEvent.click(screen.getByRole('button', { name: 'Monter 2' }));
  expect(server.given('setParameter')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(server.given('setParameter')).toMatchObject([{ body: { cookie_value: ['2=1', 'Nage=1'] } }]);
});

it('takes a decimal comma in a row of a table and keeps a point', async () => {
  const server = settingsServer({ setParameter: gains });
  await openEditor(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Gain par poste' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Valeur de Nage' });
  await userEvent.clear(field);
  await userEvent.type(field, '0,98');
  expect(field.value).toBe('0,98');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(server.given('setParameter')).toMatchObject([{ body: { cookie_value: ['Nage=0.98', '2=1'] } }]);
});

it('is read only once the server refuses, and says who can grant it', async () => {
  const server = settingsServer({ setParameter: refusal('permission.denied') });
  await openEditor(server);
  const field = await screen.findByRole('textbox', { name: 'Seuil d’attaque' });
  await userEvent.clear(field);
  await userEvent.type(field, '1{Enter}');
  expect(await screen.findByText(/Lecture seule/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ajouter un paramètre' })).toBeNull();
});

it('changes the password only when it is typed twice alike; what the server refuses lands on its field', async () => {
  const refused = refusal('request.invalid', {}, { current_password: 'wrongPassword' });
  const server = settingsServer({ changePassword: refused });
  await renderForTest(<Account />, server);
  await userEvent.type(await screen.findByLabelText('Mot de passe actuel'), 'ancien');
  await userEvent.type(screen.getByLabelText('Nouveau mot de passe'), 'Sillage-2026');
  await userEvent.type(screen.getByLabelText('Confirmation'), 'Sillage');
  await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeTruthy();
  expect(server.given('changePassword')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Confirmation'), '-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  expect(await screen.findByText('Le mot de passe actuel est incorrect')).toBeTruthy();
  expect(server.given('changePassword')).toEqual([{ body: { current_password: 'ancien', password: 'Sillage-2026' } }]);
});

it('shows the terms again at sign-in when asked to', async () => {
  const server = settingsServer({
    editAccount: { ...user, unique_id: 'u', user, cgu: { accepted: true, hide: false } },
  });
  await renderForTest(<Account />, server);
  const toggle = await screen.findByLabelText('Afficher les conditions d’utilisation à la connexion');
  await waitFor(() => expect((toggle as HTMLInputElement).disabled).toBe(false));
  await userEvent.click(toggle);
  expect(server.given('editAccount')).toEqual([{ body: { show_terms: true } }]);
});

it('shows a new API key this once, and revokes one after a question', async () => {
  const key = {
    id: 3,
    name: 'Tableur',
    access: 'read' as const,
    prefix: 'sil_ab',
    created_date: '',
    expires_at: null,
    last_used_at: null,
  };
  const server = settingsServer({
    listApiKeys: { items: [key], total: 1 },
    createApiKey: { ...key, key: 'sil_secret' },
    revokeApiKey: undefined,
  });
  await renderForTest(<Account />, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Créer une clé' }));
  await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('Nom'), 'Tableur');
  await userEvent.click(screen.getByRole('button', { name: 'Créer la clé' }));
  expect(await screen.findByText('sil_secret')).toBeTruthy();
  expect(server.given('createApiKey')).toEqual([{ body: { name: 'Tableur', access: 'read', expires_at: null } }]);
  cleanup();
  await renderForTest(<Account />, server);
  expect(screen.queryByText('sil_secret')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Révoquer Tableur' }));
  expect(server.given('revokeApiKey')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Révoquer' }));
  expect(server.given('revokeApiKey')).toEqual([{ params: { id: 3 } }]);
});

it('sends only the server settings that were changed, and refuses an origin that is none', async () => {
  const settings = { ...serverSettings, name: 'Miribel' };
  const server = settingsServer({ editServerSettings: settings });
  await renderForTest(<ServerForm settings={settings} mayChange />, server);
  const origins = await screen.findByLabelText('Origines autorisées (CORS)');
  await userEvent.type(origins, 'https://club.fr{Enter}club');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Adresse invalide/)).toBeTruthy();
  await userEvent.type(origins, '{Backspace}{Backspace}{Backspace}{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(server.given('editServerSettings')).toEqual([{ body: { allowed_origins: ['https://club.fr'] } }]),
  );
});

it('requires the full isolation of programs in Python by a switch', async () => {
  const server = settingsServer({ editServerSettings: { ...serverSettings, require_jail: true } });
  await renderForTest(<ServerForm settings={serverSettings} mayChange />, server);
  await userEvent.click(await screen.findByRole('switch', { name: /isolement complet des programmes Python/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(server.given('editServerSettings')).toEqual([{ body: { require_jail: true } }]));
});

it('shows a public address that the environment sets as fixed, with the reason', async () => {
  const fixed = { ...serverSettings, public_url: 'https://club.fr', set_by_variable: ['public_url' as const] };
  await renderForTest(<ServerForm settings={fixed} mayChange />, settingsServer());
  const address = await screen.findByLabelText('Adresse publique');
  expect(address.hasAttribute('readonly')).toBe(true);
  const reason = document.getElementById(address.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toContain('SILLAGE_PUBLIC_URL');
  await userEvent.type(address, 'x');
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  cleanup();
  await renderForTest(<ServerForm settings={serverSettings} mayChange />, settingsServer());
  expect((await screen.findByLabelText('Adresse publique')).hasAttribute('readonly')).toBe(false);
});

it.each([
  [['Athlete'], false],
  [['Admin'], true],
] as const)('shows the sections that the role of %s reaches', async (roles, everything) => {
  useSession.setState({ user: makeUser({ roles: [...roles] }) });
  await renderForTest(<Settings Club={() => null} />, settingsServer());
  expect(await screen.findByRole('link', { name: 'Mon compte' })).toBeTruthy();
  for (const name of ['Serveur', 'Configuration avancée', 'Journaux']) {
    expect(screen.queryByRole('link', { name }) !== null).toBe(everything);
  }
  // Settings of sensors of all families are one section; nothing is sent to other services.
  const all = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(all.filter((name) => /réglages des capteurs|maxi|externes/i.test(name ?? ''))).toEqual([
    'Réglages des capteurs',
  ]);
  for (const name of ['Réseaux Wi-Fi', 'Capteurs, avancé']) {
    expect(screen.queryByRole('link', { name }) !== null).toBe(everything);
  }
});

it('tells an account of recovery why it sees so little', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'], is_recovery: true }) });
  await renderForTest(<Account />, settingsServer());
  expect(await screen.findByText('Compte de récupération : il n’ouvre que les réglages.')).toBeTruthy();
});
