import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderForTest } from '../../app/render-for-test.tsx';
import Licences from './licences.tsx';
import { browserName } from './versions.tsx';

afterEach(cleanup);

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
  [
    'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156.0.0.0',
  ],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.1', 'Edge 156.1'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.2 Safari/605.1.15', 'Safari 19.2'],
  ['Mozilla/5.0 (X11; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150.0'],
  ['curl/8', 'curl/8'],
])('names the browser of %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
