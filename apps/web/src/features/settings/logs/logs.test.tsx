import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { widenWindow } from '../../../testing/widen-window.ts';
import Logs from './index.tsx';

const line = {
  offset: 0,
  date: '2026-05-14T10:00:00Z',
  level: 'error' as const,
  source: 'web' as const,
  message: 'pas de réponse',
  code: null,
  text: { fr: 'pas de réponse', en: 'pas de réponse' },
  fields: { route: '/' },
};

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

it('filters the log on the server and shows what a line carries', async () => {
  const server = fakeServer({ readLogs: { lines: [line], next: 10 } });
  await renderForTest(<Logs />, server);
  await userEvent.click(await screen.findByText('pas de réponse'));
  expect(screen.getByText(/"route": "\/"/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Erreurs' }));
  await waitFor(() =>
    expect(server.given('readLogs').at(-1)).toMatchObject({ query: { level: 'error', source: 'all' } }),
  );
});

it('prints the day of the log once, above its lines', async () => {
  const at = (offset: number, date: string, message: string) => ({
    ...{ ...line, offset, date, message },
    text: { fr: message, en: message },
  });
  const lines = [
    at(1, '2026-11-20T10:00:00.000Z', 'hier'),
    at(2, '2026-11-21T10:00:00.000Z', 'ce matin'),
    at(3, '', 'sans date'),
    at(4, '2026-11-21T11:00:00.000Z', 'à midi'),
  ];
  await renderForTest(<Logs />, fakeServer({ readLogs: { lines, next: 10 } }));
  await screen.findByText('à midi');
  const days = screen.getAllByRole('rowgroup').map((group) => group.textContent ?? '');
  expect(days.filter((text) => text.includes('21 nov. 2026'))).toHaveLength(1);
  expect(days.find((text) => text.includes('20 nov. 2026'))).toContain('hier');
});
