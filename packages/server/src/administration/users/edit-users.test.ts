import { api } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addDevice } from '../../platform/database/testing.ts';
import { denied } from '../tenancy/testing.ts';
import { refuseTarget } from './judge-changes.ts';
import { openTestUsers } from './open-test-users.ts';

const { hub, ended, invited, cut, forgetNotes, create, edit, remove, read } = await openTestUsers();
afterAll(() => hub.close());
beforeEach(forgetNotes);

describe('changes', () => {
  test('an athlete changes the own name and language, and nothing that gives rights', async () => {
    const before = (await read('athlete', 'athlete')).body;
    const named = await edit('athlete', 'athlete', { firstname: 'Éva', language: 'en' });
    expect(named.body).toMatchObject({ firstname: 'Éva', language: 'en' });
    const attempts = {
      roles: ['Admin'],
      client_id: hub.clientIds.away,
      groups: [hub.groupIds.sprinters],
      active: false,
      is_recovery: true,
      manager_comment: 'x',
      admin_comment: 'x',
      password: 'Sesame-7!',
    };
    for (const [field, value] of Object.entries(attempts)) {
      const refused = await edit('athlete', 'athlete', { [field]: value });
      expect(denied(refused)).toEqual({ [field]: 'forbidden' });
    }
    expect((await read('athlete', 'athlete')).body).toMatchObject({ roles: ['Athlete'], groups: before?.groups });
  });

  test('the own mail is changed with the password in hand, not here; that of others is', async () => {
    for (const who of ['athlete', 'coach', 'manager', 'admin']) {
      expect((await edit(who, who, { mail: 'eva@example.org' })).fields).toEqual({ mail: 'ownMail' });
    }
    expect((await edit('coach', 'athlete', { mail: 'Eva@Example.org' })).body?.mail).toBe('eva@example.org');
    const offered = async (who: string, whom: string) => (await read(who, whom)).body?.may.fields.includes('mail');
    expect([await offered('coach', 'coach'), await offered('coach', 'athlete')]).toEqual([false, true]);
  });

  test('what was read can be put back, by everybody who sees it', async () => {
    for (const who of ['athlete', 'coach', 'manager', 'admin']) {
      const seen = (await read(who, 'athlete')).body;
      expect((await edit(who, 'athlete', seen ?? {})).body).toEqual(seen);
    }
    expect(ended).toEqual([]);
  });

  test('nobody below raises a role or moves a person to another client', async () => {
    expect(denied(await edit('manager', 'athlete', { roles: ['Admin'] }))).toEqual({ roles: 'forbidden' });
    expect(denied(await edit('manager', 'manager', { roles: ['Admin', 'Manager'] }))).toEqual({ roles: 'forbidden' });
    expect(denied(await edit('coach', 'coach', { roles: ['Coach', 'Manager'] }))).toEqual({ roles: 'forbidden' });
    expect(denied(await edit('coach', 'athlete', { roles: ['Coach'] }))).toEqual({ roles: 'forbidden' });
    expect(denied(await edit('coach', 'athlete', { active: false }))).toEqual({ active: 'forbidden' });
    const { away } = hub.clientIds;
    expect(denied(await edit('manager', 'athlete', { client_id: away }))).toEqual({ client_id: 'forbidden' });
    expect(denied(await edit('coach', 'athlete', { client_id: away }))).toEqual({ client_id: 'forbidden' });
  });

  test('an account at another service is set up by the person, managers and administrators, not by coaches', async () => {
    const nolio = { enabled: true, user: 'x' };
    expect(denied(await edit('coach', 'athlete', { externalAPI: { nolio } }))).toEqual({ externalAPI: 'forbidden' });
    const token = 'secret-1';
    const own = await edit('athlete', 'athlete', { externalAPI: { nolio: { ...nolio, token } } });
    expect(own.body?.externalAPI).toEqual({ nolio: { ...nolio, has_token: true } });
    expect(JSON.stringify(own.body)).not.toContain(token);
    expect((await edit('coach', 'athlete', { ...own.body, firstname: 'Léa' })).body?.firstname).toBe('Léa');
    for (const who of ['manager', 'admin']) {
      const renamed = await edit(who, 'athlete', { externalAPI: { nolio: { user: who } } });
      expect(renamed.body?.externalAPI).toEqual({ nolio: { enabled: true, user: who, has_token: true } });
    }
    expect((await edit('admin', 'athlete', { firstname: 'Ana' })).body?.externalAPI.nolio?.user).toBe('admin');
    const off = await edit('athlete', 'athlete', { externalAPI: { nolio: { enabled: false, user: '' } } });
    expect(off.body?.externalAPI).toEqual({ nolio: { enabled: false, user: '', has_token: false } });
    expect((await edit('coach', 'coach', { externalAPI: { nolio } })).body?.externalAPI.nolio?.user).toBe('x');
    for (const [wrong, field] of [
      [{ strava: nolio }, 'externalAPI.strava'],
      [{ nolio: { ...nolio, key: 'k' } }, 'externalAPI.nolio.key'],
    ] as const) {
      const refused = await edit('admin', 'athlete', { externalAPI: wrong });
      expect([refused.status, refused.fields]).toEqual([422, { [field]: 'unknown' }]);
    }
  });

  test('a manager never acts on an administrator', async () => {
    const id = hub.idOf('admin');
    expect((await edit('manager', 'admin', { firstname: 'X' })).code).toBe('permission.denied');
    expect((await edit('manager', 'admin', { active: false })).code).toBe('permission.denied');
    expect((await edit('manager', 'admin', { password: 'Sesame-7!' })).code).toBe('permission.denied');
    expect((await remove('manager', id)).code).toBe('permission.denied');
    expect((await hub.ask('manager', api.inviteUser, { params: { id } })).code).toBe('permission.denied');
    expect(invited).toEqual([]);
  });

  test('a coach changes athletes only, even in the own groups', async () => {
    const { home } = hub.clientIds;
    await hub.addPerson('assistant', ['Coach'], home, [hub.groupIds.rowers]);
    await hub.addPerson('playingCoach', ['Athlete', 'Coach'], home, [hub.groupIds.rowers]);
    for (const whom of ['assistant', 'playingCoach']) {
      expect((await edit('coach', whom, { firstname: 'X' })).code).toBe('permission.denied');
      expect((await remove('coach', hub.idOf(whom))).code).toBe('permission.denied');
    }
  });

  test('a coach moves athletes among the own groups; those of other coaches stay and are not shown', async () => {
    const shared = await hub.addPerson('shared', ['Athlete'], hub.clientIds.home, [
      hub.groupIds.rowers,
      hub.groupIds.sprinters,
    ]);
    const seen = (await read('coach', 'shared')).body;
    expect(seen?.groups).toEqual([{ id: hub.groupIds.rowers, name: 'rowers' }]);
    expect((await edit('coach', shared, { groups: [hub.groupIds.rowers], firstname: 'Bo' })).status).toBe(200);
    expect((await read('manager', 'shared')).body?.groups).toHaveLength(2);
    expect((await edit('coach', shared, { groups: [] })).fields).toEqual({ groups: 'chooseOne' });
    expect((await edit('coach', shared, { groups: [hub.groupIds.sprinters] })).fields).toEqual({ groups: 'unknown' });
    expect((await remove('coach', shared)).code).toBe('permission.denied');
    await edit('manager', shared, { groups: [hub.groupIds.rowers] });
    expect((await remove('coach', shared)).status).toBe(204);
  });

  test('roles, activity, password and client end the sessions; a name does not', async () => {
    const id = await hub.addPerson('changing', ['Athlete'], hub.clientIds.home, [hub.groupIds.rowers]);
    await edit('manager', id, { firstname: 'Ivo', manager_comment: 'x' });
    expect(ended).toEqual([]);
    await edit('manager', id, { roles: ['Coach'] });
    await edit('manager', id, { password: 'Sesame-7!' });
    await edit('manager', id, { active: false });
    expect(ended).toEqual([id, id, id]);
    const [row] = await hub.db.select().from(tables.users).where(eq(tables.users.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('an administrator moves a person: groups and pairings of the old client are left', async () => {
    const id = await hub.addPerson('mover', ['Athlete'], hub.clientIds.home, [hub.groupIds.rowers]);
    const moved = await edit('admin', id, { client_id: hub.clientIds.away });
    expect(moved.body).toMatchObject({ client_id: hub.clientIds.away, groups: [] });
    expect(ended).toEqual([id]);
    expect((await edit('admin', id, { client_id: 99_999 })).fields).toEqual({ client_id: 'unknown' });
    expect((await edit('admin', id, { groups: [hub.groupIds.rowers] })).fields).toEqual({ groups: 'unknown' });
  });

  test('a coach does not choose the own groups; nobody takes the name of the recovery user', async () => {
    const { rowers, sprinters } = hub.groupIds;
    for (const groups of [[sprinters], [rowers, sprinters], []]) {
      expect(denied(await edit('coach', 'coach', { groups }))).toEqual({ groups: 'forbidden' });
    }
    for (const who of ['athlete', 'admin']) {
      expect((await edit(who, 'athlete', { lastname: ' __RECOVERY__ ' })).fields).toEqual({ lastname: 'forbidden' });
    }
  });

  test('links to choose a password end with a new mail and a new password, with nothing else', async () => {
    const id = await hub.addPerson('linked', ['Athlete'], hub.clientIds.home, [hub.groupIds.rowers]);
    const { passwordLinks } = tables;
    const keptBy = async (body: object) => {
      await hub.db.delete(passwordLinks);
      await hub.db
        .insert(passwordLinks)
        .values({ userId: id, tokenHash: 'h', expiresAt: new Date(Date.now() + 60_000) });
      expect((await edit('manager', id, body)).status).toBe(200);
      return (await hub.db.$count(passwordLinks, eq(passwordLinks.userId, id))) === 1;
    };
    expect(await keptBy({ firstname: 'Léo', mail: 'Linked@Example.org' })).toBe(true);
    expect(await keptBy({ mail: 'another@example.org' })).toBe(false);
    expect(await keptBy({ password: 'Sesame-7!' })).toBe(false);
  });

  test('who moves is paired with the devices of the old client no longer', async () => {
    const { home, away } = hub.clientIds;
    const id = await hub.addPerson('paired', ['Athlete'], home);
    await addDevice(hub.db, { clientId: home, userIds: [id] });
    await edit('admin', id, { firstname: 'Stays' });
    expect(await hub.db.$count(tables.deviceUsers)).toBe(1);
    await edit('admin', id, { client_id: away });
    expect(await hub.db.$count(tables.deviceUsers)).toBe(0);
  });

  test('the own password is not changed here, whoever one is', async () => {
    for (const who of ['manager', 'admin']) {
      expect(denied(await edit(who, who, { password: 'Sesame-7!' }))).toEqual({ password: 'forbidden' });
    }
  });
});

test('an API key does not change the account of its person', () => {
  const principal = { userId: 7, clientId: 1, roles: ['Manager' as const], groupIds: [] };
  const row = { id: 7, roles: ['Manager'] };
  const target = { row, groupIds: [] };
  const viewer = { principal, scope: 'client' } as const;
  expect(refuseTarget(viewer, target)).toBeUndefined();
  const byKey = { ...viewer, principal: { ...principal, apiKey: 'write' as const } };
  expect(refuseTarget(byKey, target)?.code).toBe('session.personOnly');
  expect(refuseTarget(byKey, { ...target, row: { ...row, id: 8 } })).toBeUndefined();
});

describe('administrators', () => {
  test('nobody takes the own role off, and the last one stays', async () => {
    expect(denied(await edit('admin', 'admin', { roles: ['Coach'] }))).toEqual({ roles: 'forbidden' });
    expect((await edit('admin', 'admin', { active: false })).code).toBe('user.lastAdministrator');
    expect((await remove('admin', hub.idOf('admin'))).code).toBe('user.lastAdministrator');
  });

  test('the last one does not move to a client whose people cannot sign in', async () => {
    const { home, away } = hub.clientIds;
    const use = (enabled: boolean) => hub.db.update(tables.clients).set({ enabled }).where(eq(tables.clients.id, away));
    await use(false);
    expect((await edit('admin', 'admin', { client_id: away })).code).toBe('user.lastAdministrator');
    await use(true);
    expect((await edit('admin', 'admin', { client_id: away })).body?.client_id).toBe(away);
    expect((await edit('admin', 'admin', { client_id: home })).body?.client_id).toBe(home);
  });

  test('two who remove each other at once do not both succeed', async () => {
    const other = await hub.addPerson('otherAdmin', ['Admin'], hub.clientIds.away);
    const [one, two] = await Promise.all([
      edit('admin', other, { roles: ['Coach'] }),
      edit('otherAdmin', 'admin', { roles: ['Coach'] }),
    ]);
    expect([one?.status, two?.status].filter((status) => status === 200)).toHaveLength(1);
    await hub.db
      .update(tables.users)
      .set({ roles: ['Admin'] })
      .where(eq(tables.users.id, hub.idOf('admin')));
    await hub.db
      .update(tables.users)
      .set({ roles: ['Coach'] })
      .where(eq(tables.users.id, other));
  });
});

describe('two changes of one person at once', () => {
  test('an edit waits for the one before it: it brings back neither the old roles nor the old password', async () => {
    const id = (await create('manager', { roles: ['Coach'] })).body?.id ?? 0;
    const ofPerson = eq(tables.users.id, id);
    let renaming: ReturnType<typeof edit> | undefined;
    await hub.db.transaction(async (tx) => {
      await tx
        .update(tables.users)
        .set({ roles: ['Athlete'], passwordHash: 'new' })
        .where(ofPerson);
      renaming = edit('manager', id, { firstname: 'Late' });
      await vi.waitFor(async () => {
        const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        expect((await hub.db.execute(waiting)).rows).toHaveLength(1);
      });
    });
    expect((await renaming)?.body?.firstname).toBe('Late');
    const [row] = await hub.db.select().from(tables.users).where(ofPerson);
    expect([row?.roles, row?.passwordHash]).toEqual([['Athlete'], 'new']);
  });

  test('other groups cut live connections, so that they come back with the new ones; a name does not', async () => {
    const id = (await create('manager', { roles: ['Coach'], groups: [hub.groupIds.rowers] })).body?.id ?? 0;
    await edit('manager', id, { firstname: 'Other' });
    expect(cut).toEqual([]);
    await edit('manager', id, { groups: [hub.groupIds.sprinters] });
    expect([cut, ended]).toEqual([[id], []]);
  });
});
