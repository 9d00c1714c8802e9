import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { forgetUser } from './forget-user.ts';
import { useNotices } from './notify.ts';
import { useOpenTable, useOpenView } from './open-view.ts';
import { rememberView } from './remembered-view.ts';

afterEach(() => {
  cleanup();
  forgetUser();
});

function Settings() {
  return <p>{useOpenView('settings', ['general', 'account', 'club', 'logs'])}</p>;
}
function Club() {
  return <p>table {useOpenTable(['users', 'groups'])}</p>;
}

/** The settings of somebody who has no server section, opened at an address. */
async function openAt(address: string, Screen = Settings) {
  const root = createRootRoute({ component: Outlet });
  const path = (of: string) => createRoute({ getParentRoute: () => root, path: of, component: Screen });
  const router = createRouter({
    routeTree: root.addChildren(['/settings', '/settings/$view', '/settings/$view/$table'].map(path)),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(<RouterProvider router={router} />);
  const isAt = (where: string) => waitFor(() => expect(router.state.location.pathname).toBe(where));
  return { router, isAt };
}

it('a sub-view is opened by its address, and remembered', async () => {
  await openAt('/settings/logs');
  expect(await screen.findByText('logs')).toBeTruthy();
  cleanup();
  const { isAt } = await openAt('/settings');
  expect(await screen.findByText('logs')).toBeTruthy();
  await isAt('/settings/logs');
});

it('the page alone opens what was remembered, else its first, and Back does not come back to it', async () => {
  rememberView('settings', 'account');
  const { router, isAt } = await openAt('/settings');
  expect(await screen.findByText('account')).toBeTruthy();
  await isAt('/settings/account');
  await act(() => router.navigate({ to: '/settings/$view' as string, params: { view: 'logs' } as never }));
  await isAt('/settings/logs');
  act(() => router.history.back());
  await isAt('/settings/account');
  expect(await screen.findByText('account')).toBeTruthy();
  expect(router.history.length).toBe(2);
});

it('what a person may not open gives way to what they may', async () => {
  const { isAt } = await openAt('/settings/admin');
  await isAt('/settings/general');
  expect(await screen.findByText('general')).toBeTruthy();
  expect(useNotices.getState().waiting.map(({ kind }) => kind)).toEqual(['warning']);
  useNotices.setState({ waiting: [] });
  await openAt('/settings');
  expect(useNotices.getState().waiting).toEqual([]);
});

it('a table of the club has an address, too', async () => {
  const { isAt } = await openAt('/settings/club/groups', Club);
  expect(await screen.findByText('table groups')).toBeTruthy();
  cleanup();
  const again = await openAt('/settings/club', Club);
  await again.isAt('/settings/club/groups');
  await isAt('/settings/club/groups');
});
