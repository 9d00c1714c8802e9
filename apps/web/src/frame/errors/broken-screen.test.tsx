import { NetworkError } from '@sillage/client';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import BrokenScreen from './broken-screen.tsx';

afterEach(cleanup);

const show = (error: Error) => renderForTest(<BrokenScreen error={error} reset={() => undefined} />, fakeServer());

it('a screen that the server did not send says that the app does not answer', async () => {
  await show(new NetworkError('a screen did not come'));
  expect(await screen.findByRole('heading', { name: 'L’application ne répond pas' })).toBeDefined();
});

it('a bug is no missing network, and its detail is at hand', async () => {
  await show(new Error('x is undefined'));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByText('x is undefined')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'L’application ne répond pas' })).toBeNull();
});
