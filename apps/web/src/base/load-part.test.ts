import { NetworkError } from '@sillage/client';
import { afterEach, expect, it, vi } from 'vitest';
import { loadPart } from './load-part.ts';

afterEach(() => vi.unstubAllGlobals());

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/data.js');
const load = () => Promise.reject(missing);

it('the file of a screen that does not come while the server is away is said to be that, and is asked for again later', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadPart(load)).rejects.toBeInstanceOf(NetworkError);
  expect(await loadPart(() => Promise.resolve('screen'))).toBe('screen');
});

it('a file that is gone with the server there is left to the router, which loads the page anew', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  await expect(loadPart(load)).rejects.toBe(missing);
});
