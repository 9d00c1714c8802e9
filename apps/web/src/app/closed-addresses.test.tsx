import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNotices } from '../base/notify.ts';
import { useSession } from '../base/session.ts';
import { i18next, startTranslation } from '../base/translate.ts';
import { makeUser } from '../testing/make-user.ts';
import { router } from './routes.tsx';

beforeEach(async () => {
  await startTranslation('fr');
  await i18next.loadNamespaces('app');
});
afterEach(() => {
  useSession.setState({ user: undefined, tokens: undefined });
  useNotices.setState({ waiting: [] });
});

async function openAs(roles: Parameters<typeof makeUser>[0], address: string) {
  useSession.setState({ user: makeUser(roles), tokens: { accessToken: 'a', refreshToken: 'r', uniqueId: 'u' } });
  router.update({ history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  return { pathname: router.state.location.pathname, told: useNotices.getState().waiting };
}

it('an address of the administration sends a coach to the data, says why, and leads to the table that coaches have', async () => {
  const { pathname, told } = await openAs({ roles: ['Coach'] }, '/admin/devices');
  expect(pathname).toBe('/');
  expect(told).toEqual([
    {
      kind: 'warning',
      text: 'L’administration est réservée aux administrateurs. Demandez-leur ce qu’il vous faut.',
      link: { label: 'Gestion du club', to: '/settings/club/devices' },
    },
  ]);
});

it('of a table that only administrators have it only says so; to an administrator it says nothing', async () => {
  expect((await openAs({ roles: ['Coach'] }, '/admin/backup')).told).toEqual([
    { kind: 'warning', text: expect.stringContaining('réservée aux administrateurs') },
  ]);
  useNotices.setState({ waiting: [] });
  const { pathname, told } = await openAs({ roles: ['Admin'] }, '/admin/backup');
  expect({ pathname, told }).toEqual({ pathname: '/admin/backup', told: [] });
});
