import { expect, test } from 'vitest';
import { readAppearance } from './appearance.ts';
import { readApiUrl } from './configuration.ts';
import { readKept } from './session.ts';

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

test('French and light unless remembered otherwise', () => {
  expect(readAppearance(null)).toEqual({ theme: 'light', language: 'fr' });
  expect(readAppearance('dark en')).toEqual({ theme: 'dark', language: 'en' });
  expect(readAppearance('pink es')).toEqual({ theme: 'light', language: 'fr' });
});

test('the API address comes from config.json, and is built in when that fails', async () => {
  const answering = (reply: Response) => readApiUrl(async () => reply);
  expect(await answering(Response.json({ apiUrl: 'https://sillage.test/api' }))).toBe('https://sillage.test/api');
  expect(await answering(Response.json({}))).toBe('/api');
  expect(await answering(new Response('<html>'))).toBe('/api');
  expect(await answering(Response.json({ apiUrl: 'x' }, { status: 404 }))).toBe('/api');
  expect(await readApiUrl(() => Promise.reject(new Error('offline')))).toBe('/api');
});
