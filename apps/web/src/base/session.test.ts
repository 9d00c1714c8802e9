import { api } from '@sillage/contract';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { makeParameter } from '../testing/make-parameter.ts';
import { makeUser } from '../testing/make-user.ts';
import { readAppearance } from './appearance.ts';
import { readApiUrl } from './configuration.ts';
import { createSessionClient, readKept, signOut, tellLanguage, useSession } from './session.ts';

const day = 24 * 3600 * 1000;
const tokens = { accessToken: 'a', refreshToken: 'r', uniqueId: 'u' };

test('a session is remembered for 30 days', () => {
  const stored = JSON.stringify({ tokens, user: null, keptAt: 0 });
  expect(readKept(stored, 30 * day)?.tokens).toEqual(tokens);
  expect(readKept(stored, 30 * day + 1)).toBeUndefined();
});

test.each([null, '', '{', '[]', '{"tokens":{}}'])('what is not a session is none: %s', (stored) => {
  expect(readKept(stored, 0)).toBeUndefined();
});

test('what another tab has kept is taken over before the next call, without waiting for its event', async () => {
  const sent: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    sent.push(new Headers(init?.headers).get('authorization'));
    return Response.json([]);
  });
  useSession.setState({ tokens, user: makeUser() });
  const server = createSessionClient('/api');
  await server.call(api.listTaskStatus);
  const newer = { ...tokens, accessToken: 'newer', refreshToken: 'newer' };
  localStorage.setItem('sillage.session', JSON.stringify({ tokens: newer, user: makeUser(), keptAt: Date.now() }));
  await server.call(api.listTaskStatus);
  expect(sent).toEqual(['Bearer a', 'Bearer newer']);
  expect(useSession.getState().tokens).toEqual(newer);
  vi.restoreAllMocks();
});

test('a session that the server no longer knows has ended; one that the person left has not', async () => {
  useSession.setState({ tokens, user: makeUser(), ended: false });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}, { status: 401 }));
  const server = createSessionClient('/api');
  await server.call(api.listTaskStatus).catch(() => undefined);
  expect(useSession.getState()).toMatchObject({ tokens: undefined, user: undefined, ended: true });
  useSession.setState({ tokens, user: makeUser(), ended: false });
  await signOut(server);
  expect(useSession.getState()).toMatchObject({ tokens: undefined, ended: false });
  vi.restoreAllMocks();
});

test('the server is told the language of the page where it knows another', async () => {
  const server = fakeServer({ setParameter: makeParameter() });
  useSession.setState({ tokens, user: makeUser({ id: 5, language: 'en' }) });
  await tellLanguage(server);
  await tellLanguage(server);
  expect(server.given('setParameter')).toEqual([
    { params: { tableName: 'User', id: 5 }, query: { cookie_name: 'lang' }, body: { cookie_value: 'fr' } },
  ]);
  expect(useSession.getState().user?.language).toBe('fr');
});

test('French and light unless remembered otherwise', () => {
  expect(readAppearance(null)).toEqual({ theme: 'light', language: 'fr', reducedMotion: false });
  expect(readAppearance('dark en')).toEqual({ theme: 'dark', language: 'en', reducedMotion: false });
  expect(readAppearance('dark en still').reducedMotion).toBe(true);
  expect(readAppearance('pink es')).toEqual({ theme: 'light', language: 'fr', reducedMotion: false });
});

test('the API address comes from config.json, and is built in when that fails', async () => {
  const answering = (reply: Response) => readApiUrl(async () => reply);
  expect(await answering(Response.json({ apiUrl: 'https://sillage.test/api' }))).toBe('https://sillage.test/api');
  expect(await answering(Response.json({}))).toBe('/api');
  expect(await answering(new Response('<html>'))).toBe('/api');
  expect(await answering(Response.json({ apiUrl: 'x' }, { status: 404 }))).toBe('/api');
  expect(await readApiUrl(() => Promise.reject(new Error('offline')))).toBe('/api');
});
