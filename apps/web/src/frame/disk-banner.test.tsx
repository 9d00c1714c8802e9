import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { DiskBanner } from './disk-banner.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const room = { total_bytes: 32e9, free_bytes: 1.5e9, kept_bytes: 2e9 };

async function show(state: 'ok' | 'low' | 'full') {
  const server = fakeServer({ readDisk: { ...room, state } });
  await renderForTest(<DiskBanner />, server);
  return server;
}

test('a disk that is about to be full is said before, with what is left and what to do', async () => {
  await show('low');
  const text = (await screen.findByRole('status')).textContent?.replace(/\s/g, ' ');
  expect(text).toMatch(/presque plein : il reste 1,5 Go.*Supprimez/);
});

test('a full disk says that nothing new is recorded and that nothing is lost', async () => {
  await show('full');
  const text = (await screen.findByRole('status')).textContent;
  expect(text).toMatch(/Aucun nouvel enregistrement.*ceux en cours continuent.*les capteurs gardent/);
});

test('a disk with room is not spoken of', async () => {
  const server = await show('ok');
  await expect.poll(() => server.names()).toContain('readDisk');
  expect(screen.queryByRole('status')).toBeNull();
});
