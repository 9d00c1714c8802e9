import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Licences from './licences.tsx';
import { browserName, Versions } from './versions.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('lists what is shipped, of the web app and of the server, with its licence and its text', async () => {
  await renderForTest(<Licences />);
  await userEvent.type(await screen.findByRole('textbox'), 'react-dom');
  const found = screen.getByText('react-dom').closest('details');
  expect(found?.textContent).toMatch(/react-dom\d+\.\d+\.\d+MIT/);
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), 'fastify');
  expect(screen.getByText('fastify')).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), 'vitest');
  expect(screen.getByText('Aucun composant ne correspond.')).toBeTruthy();
});

test.each([
  [3.2, 'À l’heure de ce navigateur'],
  [-7322, 'En retard de 2:02:02 sur ce navigateur'],
  [86_400, 'En avance de 24:00:00 sur ce navigateur'],
])('says how the clock of the server differs by %s s', async (clock_difference, words) => {
  const info = {
    version: '7.0.0',
    back_type: 'hub',
    name: 'Mallette 07',
    epoch: 0,
    can_mail: true,
    map: null,
  } as const;
  await renderForTest(<Versions />, fakeServer({ backendInfo: { ...info, clock_difference } }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156.0.0.0',
  ],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.1', 'Edge 156.1'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.2 Safari/605.1.15', 'Safari 19.2'],
  ['Mozilla/5.0 (X11; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150.0'],
  ['curl/8', 'curl/8'],
])('names the browser of %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
