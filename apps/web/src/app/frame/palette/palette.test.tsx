import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../appearance.ts';
import { makeUser } from '../../make-user.ts';
import { queryClient } from '../../query-client.ts';
import { renderForTest } from '../../render-for-test.tsx';
import { useSession } from '../../session.ts';
import Palette from './palette.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useAppearance.setState({ theme: 'light' });
});

const camille = makeUser({ id: 8, firstname: 'Camille', lastname: 'Le Goff', roles: ['Athlete'] });
const server = vi.fn(async (endpoint: { name: string }, _given: unknown) =>
  endpoint.name === 'listUsers' ? { items: [camille], total: 1 } : { items: [], records: [], total: 0 },
);

async function openPalette(user = makeUser()): Promise<ReturnType<typeof vi.fn>> {
  server.mockClear();
  useSession.setState({ user });
  const onClose = vi.fn();
  await renderForTest(<Palette onClose={onClose} />, { call: server as never });
  await screen.findByRole('combobox');
  return onClose;
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');

test('lists the screens that the person may open, and what can be done', async () => {
  await openPalette();
  expect(options().some((text) => text.startsWith('Réglages'))).toBe(true);
  expect(options().some((text) => text.startsWith('Admin'))).toBe(false);
  cleanup();
  await openPalette(makeUser({ roles: ['Admin'] }));
  expect(options().some((text) => text.startsWith('Admin'))).toBe(true);
});

test('finds people on the server by what is typed, in the active client', async () => {
  await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'camille');
  expect((await screen.findByRole('option', { name: /Camille Le Goff/ })).textContent).toContain('Athlète');
  const [, asked] = server.mock.calls.find(([endpoint]) => endpoint.name === 'listUsers') ?? [];
  expect(asked).toMatchObject({ body: { search: 'camille', clientIds: [1] } });
});

test('is used by keyboard alone: arrows mark, Enter does it and closes', async () => {
  const onClose = await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'theme{ArrowDown}{ArrowUp}');
  const marked = screen.getByRole('option', { selected: true });
  expect(marked.textContent).toContain('Thème sombre');
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(marked.id);
  await userEvent.keyboard('{Enter}');
  expect(useAppearance.getState().theme).toBe('dark');
  expect(onClose).toHaveBeenCalledOnce();
});

test('says when nothing matches', async () => {
  server.mockImplementation(async () => ({ items: [], records: [], total: 0 }));
  await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'zzz');
  expect(await screen.findByText('Rien ne correspond')).toBeTruthy();
});
