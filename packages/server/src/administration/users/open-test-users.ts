import { api } from '@sillage/contract';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { openTestAdministration } from '../tenancy/testing.ts';
import { userRoutes } from './index.ts';

/** The routes of people over two clients; what they ask of sessions and live connections is noted. For tests. */
export async function openTestUsers() {
  const hub = await openTestAdministration();
  const ended: number[] = [];
  const invited: number[] = [];
  const cut: number[] = [];
  userRoutes(hub.serve, {
    db: hub.db,
    secrets: openTestSecrets(),
    disconnect: (ids) => void cut.push(...ids),
    accounts: {
      endSessions: async (ids) => void ended.push(...ids),
      invite: async (id) => {
        invited.push(id);
        return { mailed: false, link: '/login/reset-password/x', expires_at: '2026-11-21T00:00:00Z' };
      },
    },
  });
  let made = 0;
  const someone = () => ({ mail: `Someone${++made}@Example.org`, firstname: 'Zoé', lastname: 'Nouvelle' });
  return {
    hub,
    ended,
    invited,
    cut,
    forgetNotes(): void {
      for (const notes of [ended, invited, cut]) notes.length = 0;
    },
    create: (who: string, body: object) => hub.ask(who, api.createUser, { body: { ...someone(), ...body } }),
    edit: (who: string, whom: string | number, body: object) =>
      hub.ask(who, api.editUser, { params: { id: typeof whom === 'number' ? whom : hub.idOf(whom) }, body }),
    remove: (who: string, id: number) => hub.ask(who, api.deleteUser, { params: { id } }),
    read: async (who: string, whom: string) => hub.ask(who, api.readUser, { params: { id: hub.idOf(whom) } }),
  };
}
