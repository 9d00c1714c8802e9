import { api, type Language, type Parameter, type ParameterType } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeParameter } from '../../../testing/make-parameter.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { widenWindow } from '../../../testing/widen-window.ts';
import { HubCard } from '../server/hub-card.tsx';
import { ParameterScreen } from './parameter-screen.tsx';

vi.mock('../../../frame/page.tsx', () => ({ Page: (props: { children: unknown }) => props.children }));

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useAppearance.getState().setLanguage('fr');
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const one = (type: z.infer<typeof ParameterType>, value: Parameter['value'], more: Partial<Parameter> = {}) =>
  makeParameter({ type, value, default: value, ...more });

/** The editor over a server that keeps what it is sent. */
async function edit(parameter: Parameter, language: Language = 'fr') {
  useAppearance.getState().setLanguage(language);
  let kept = parameter;
  const sent: unknown[] = [];
  const server = fakeServer({
    listParameters: () => ({ [kept.name]: kept }),
    setParameter: ({ body }) => {
      const value = api.setParameter.body.parse(body);
      sent.push(value);
      kept = { ...kept, value, modified: true };
      return kept;
    },
  });
  const device = { table: 'Device', id: 7, name: 'Maxi 0217', mayChange: true } as const;
  await renderForTest(<ParameterScreen kinds={['devices']} target={device} onChoose={() => undefined} />, server);
  return sent;
}

async function type(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

describe('a value is changed on screen, whatever its type', () => {
  it('JSON', async () => {
    const sent = await edit(one('json', '{"z":0}'));
    await userEvent.click(await screen.findByRole('button', { name: 'Essai' }));
    await type(screen.getByRole('textbox', { name: 'JSON' }), '{"a":');
    expect(screen.getByRole('alert').textContent).toBe('Format JSON invalide');
    await type(screen.getByRole('textbox', { name: 'JSON' }), '{"a":1}');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toEqual(['{"a":1}']));
    // What the server keeps is what the panel shows from then on.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true));
    expect(screen.getByRole('textbox', { name: 'JSON' })).toHaveProperty('value', '{"a":1}');
  });

  it.each([
    ['string', 'avant', '5', '5'],
    ['int', 3, '42', 42],
    ['float', 0.5, '1,25', 1.25],
    ['float', 0.5, '', null],
  ] as const)('%s: from %j to what %j means', async (kind, before, typed, meant) => {
    const sent = await edit(one(kind, before));
    const field = await screen.findByRole('textbox', { name: 'Essai' });
    await userEvent.clear(field);
    if (typed !== '') await type(field, typed);
    await userEvent.type(field, '{Enter}');
    await waitFor(() => expect(sent).toEqual([meant]));
  });

  it('a switch', async () => {
    const sent = await edit(one('bool', false));
    await userEvent.click(await screen.findByRole('switch', { name: 'Essai' }));
    await waitFor(() => expect(sent).toEqual([true]));
  });

  it.each(['list', 'string'] as const)('%s: one of some', async (kind) => {
    const items = ['x', 'y'].map((value) => ({ value, title: { fr: `Choix ${value}`, en: `Choice ${value}` } }));
    const sent = await edit(one(kind, 'x', { items }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Essai' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Choix y' }));
    await waitFor(() => expect(sent).toEqual(['y']));
  });
});

describe('a number that its parameter does not take is not sent, and its field says why', () => {
  it.each([
    ['fr', 'frequency', '5001', 'Fréquence invalide, 5 000 au plus'],
    ['en', 'frequency', '5001', 'Invalid frequency, 5,000 at most'],
    ['fr', 'frequency', '-1', 'Fréquence invalide, 5 000 au plus'],
    ['fr', 'lineWidth', '5', 'Nombre de 1 à 4 attendu'],
    ['en', 'lineWidth', '0', 'Expected a number from 1 to 4'],
    ['fr', null, 'abc', 'Nombre entier attendu'],
    ['fr', null, '100000000000000000000', 'Nombre entier trop grand pour être gardé tel quel'],
    ['en', null, '100000000000000000000', 'Integer too large to be kept as it is'],
  ] as const)('%s, %s: %s', async (language, rule, typed, sentence) => {
    const sent = await edit(one('int', 2, { rule }), language);
    const field = await screen.findByRole('textbox', { name: language === 'fr' ? 'Essai' : 'Try' });
    await type(field, typed);
    await userEvent.type(field, '{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(sent).toEqual([]);
  });
});

it('what cannot be read as the number of this hub is no number: nothing is sent', async () => {
  const hub = { number: 42, name: 'Mallette', version: null, last_seen: null, comment: '', client_ids: [] };
  const flags = { allclients: true, cloud_enabled: false, auto_send: false, timezone: null, is_current: true };
  const current = { id: 1, uid: 'u', ...hub, ...flags };
  const server = fakeServer({ readCurrentHub: current, setHubId: current });
  await renderForTest(<HubCard />, server);
  const field = await screen.findByRole('textbox');
  await type(field, 'abc');
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Nombre entier attendu')).toBeTruthy();
  expect(screen.queryByText(/NaN/)).toBeNull();
  await type(field, '43');
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(server.given('setHubId')).toEqual([{ body: { id: 43 } }]));
});
