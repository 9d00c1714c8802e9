import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { pressWhenThere, useShortcut } from '../../base/shortcuts.ts';
import { LiveProvider } from '../../live/live.tsx';
import { answeredUser } from '../../testing/answered.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Palette from './palette.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useAppearance.setState({ theme: 'light' });
});

const { live } = fakeLive();
const camille = makeUser({ id: 8, firstname: 'Camille', lastname: 'Le Goff', roles: ['Athlete'] });

async function openPalette(user = makeUser(), people = [camille]) {
  useSession.setState({ user });
  const onClose = vi.fn();
  const server = fakeServer({ listUsers: { items: people.map(answeredUser), total: people.length } });
  const { pathname } = await renderForTest(
    <LiveProvider live={live}>
      <Palette onClose={onClose} />
    </LiveProvider>,
    server,
  );
  await screen.findByRole('combobox');
  return { onClose, server, pathname };
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

test('lists for managers and coaches the tables that they look after, and opens one', async () => {
  for (const role of ['Athlete', 'Admin'] as const) {
    await openPalette(makeUser({ roles: [role] }));
    await userEvent.type(screen.getByRole('combobox'), 'club');
    expect(options().filter((text) => text.includes('Gestion du club'))).toEqual([]);
    cleanup();
  }
  await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'athlètes');
  expect(options()).toContainEqual(expect.stringContaining('AthlètesGestion du club'));
  cleanup();
  const { onClose, pathname } = await openPalette(makeUser({ roles: ['Manager'] }));
  await userEvent.type(screen.getByRole('combobox'), 'tâches');
  await userEvent.click(screen.getByRole('option', { name: /^Tâches/ }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(pathname()).toBe('/settings/club/tasks'));
});

test('finds people on the server by what is typed, in the active client', async () => {
  const { server } = await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'camille');
  expect((await screen.findByRole('option', { name: /Camille Le Goff/ })).textContent).toContain('Athlète');
  expect(server.given('listUsers')[0]).toMatchObject({ body: { search: 'camille', clientIds: [1] } });
});

test('finds a person without a role among the others', async () => {
  const sacha = makeUser({ id: 9, firstname: 'Sacha', lastname: 'Le Goff', roles: [] });
  await openPalette(makeUser(), [sacha, camille]);
  await userEvent.type(screen.getByRole('combobox'), 'le goff');
  expect((await screen.findByRole('option', { name: /Sacha Le Goff/ })).textContent).toContain('Sans rôle');
  screen.getByRole('option', { name: /Camille Le Goff/ });
});

test('is used by keyboard alone: arrows mark, Enter does it and closes', async () => {
  const { onClose } = await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'theme{ArrowDown}{ArrowUp}');
  const marked = screen.getByRole('option', { selected: true });
  expect(marked.textContent).toContain('Thème sombre');
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(marked.id);
  await userEvent.keyboard('{Enter}');
  expect(useAppearance.getState().theme).toBe('dark');
  expect(onClose).toHaveBeenCalledOnce();
});

test('says when nothing matches', async () => {
  await openPalette(makeUser(), []);
  await userEvent.type(screen.getByRole('combobox'), 'zzz');
  expect(await screen.findByText('Rien ne correspond')).toBeTruthy();
});

/** A screen with a key of its own, and the palette above it. */
function Below(props: { keyName: string; run: () => void }) {
  useShortcut(props.keyName, props.run);
  return null;
}

test('does what the keys of the screen below do, and only for who may', async () => {
  const upload = vi.fn();
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const below = (
    <LiveProvider live={live}>
      <Below keyName="N" run={upload} />
      <Palette onClose={() => {}} />
    </LiveProvider>
  );
  await renderForTest(below, fakeServer({}));
  await userEvent.type(await screen.findByRole('combobox'), 'nouvelle');
  await userEvent.click(screen.getByRole('option', { name: /^Nouvelle donnée/ }));
  expect(upload).toHaveBeenCalledOnce();
  cleanup();
  useSession.setState({ user: makeUser({ roles: ['Athlete'] }) });
  await renderForTest(below, fakeServer({}));
  await userEvent.type(await screen.findByRole('combobox'), 'nouvelle');
  expect(options().some((text) => text.startsWith('Nouvelle donnée'))).toBe(false);
});

test('an action of another screen is done once that screen is there', async () => {
  const upload = vi.fn();
  pressWhenThere('N');
  await renderForTest(<Below keyName="N" run={upload} />);
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
  cleanup();
  await renderForTest(<Below keyName="N" run={upload} />);
  expect(upload).toHaveBeenCalledOnce();
});
