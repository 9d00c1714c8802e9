import { randomUUID } from 'node:crypto';
import { api } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/index.ts';
import { userRoutes } from './index.ts';
import { refuseTarget } from './judge-changes.ts';

let hub: TestAdministration;
const ended: number[] = [];
const invited: number[] = [];
const cut: number[] = [];

beforeAll(async () => {
  hub = await openTestAdministration();
  userRoutes(hub.serve, {
    db: hub.db,
    disconnect: (ids) => void cut.push(...ids),
    accounts: {
      endSessions: async (id) => void ended.push(id),
      invite: async (id) => {
        invited.push(id);
        return { mailed: false, link: '/login/reset-password/x', expires_at: '2026-11-21T00:00:00Z' };
      },
    },
  });
});
afterAll(() => hub.close());
beforeEach(() => {
  ended.length = 0;
  invited.length = 0;
  cut.length = 0;
});

let made = 0;
const someone = () => ({ mail: `Someone${++made}@Example.org`, firstname: 'Zoé', lastname: 'Nouvelle' });
const edit = (who: string, whom: string | number, body: object) =>
  hub.ask(who, api.editUser, { params: { id: typeof whom === 'number' ? whom : hub.idOf(whom) }, body });
const create = (who: string, body: object) => hub.ask(who, api.createUser, { body: { ...someone(), ...body } });
const remove = (who: string, id: number) => hub.ask(who, api.deleteUser, { params: { id } });
const read = async (who: string, whom: string) => hub.ask(who, api.readUser, { params: { id: hub.idOf(whom) } });
const namesSeen = async (who: string, body: object = {}) => {
  const { body: page } = await hub.ask(who, api.listUsers, { body: { pageSize: -1, ...body } });
  return page?.items.map((user) => user.lastname);
};

describe('who sees whom', () => {
  test('a manager sees the own client, a coach the own groups, an athlete nobody else', async () => {
    expect(await namesSeen('awayManager')).toEqual(['awayAthlete', 'awayCoach', 'awayManager']);
    expect(await namesSeen('coach')).toEqual(['athlete', 'coach']);
    expect(await namesSeen('athlete')).toEqual(['athlete']);
    expect(await namesSeen('admin', { search: 'away' })).toHaveLength(3);
  });

  test('another client’s people are not there, whatever is asked of them', async () => {
    const id = hub.idOf('awayAthlete');
    for (const who of ['manager', 'coach', 'athlete']) {
      expect((await read(who, 'awayAthlete')).code).toBe('entity.notFound');
      expect((await edit(who, id, { firstname: 'X' })).code).toBe('entity.notFound');
    }
    for (const who of ['manager', 'coach']) {
      expect((await remove(who, id)).code).toBe('entity.notFound');
      expect((await hub.ask(who, api.describeUserDeletion, { params: { id } })).code).toBe('entity.notFound');
      expect((await hub.ask(who, api.inviteUser, { params: { id } })).code).toBe('entity.notFound');
    }
    expect((await read('coach', 'sprinter')).code).toBe('entity.notFound');
  });

  test('filters by ids out of reach match nobody', async () => {
    expect(await namesSeen('manager', { clientIds: [hub.clientIds.away] })).toEqual([]);
    expect(await namesSeen('manager', { groupIds: [hub.groupIds.awayTeam] })).toEqual([]);
    expect(await namesSeen('coach', { groupIds: [hub.groupIds.sprinters] })).toEqual([]);
    expect(await namesSeen('manager', { groupIds: [hub.groupIds.sprinters] })).toEqual(['sprinter']);
  });

  test('roles, activity, words of the name and mail are searched; pages and totals agree', async () => {
    expect(await namesSeen('manager', { roles: ['Coach'] })).toEqual(['coach']);
    expect(await namesSeen('manager', { active: false })).toEqual([]);
    expect(await namesSeen('manager', { search: 'sprin ana' })).toEqual(['sprinter']);
    expect(await namesSeen('manager', { search: 'SPRINTER@EXAMPLE' })).toEqual(['sprinter']);
    const { body } = await hub.ask('awayManager', api.listUsers, {
      body: { pageId: 2, pageSize: 2, sort_by: 'mail', sort_desc: true },
    });
    expect(body?.items.map(({ mail }) => mail)).toEqual(['awayathlete@example.org']);
    expect(body?.total).toBe(3);
    const wrong = await hub.ask('manager', api.listUsers, { body: { sort_by: 'password_hash' } });
    expect(wrong.status).toBe(422);
  });

  test('comments are for managers and administrators, each their own; administrators read both', async () => {
    await edit('admin', 'athlete', { admin_comment: 'A' });
    await edit('manager', 'athlete', { manager_comment: 'M' });
    expect((await read('admin', 'athlete')).body).toMatchObject({ manager_comment: 'M', admin_comment: 'A' });
    const managers = (await read('manager', 'athlete')).body;
    expect(managers?.manager_comment).toBe('M');
    expect(managers).not.toHaveProperty('admin_comment');
    for (const who of ['coach', 'athlete']) {
      const user = (await read(who, 'athlete')).body;
      expect(user).not.toHaveProperty('manager_comment');
      expect(user).not.toHaveProperty('admin_comment');
    }
    expect((await edit('manager', 'athlete', { admin_comment: 'A' })).fields).toEqual({ admin_comment: 'forbidden' });
    expect((await edit('coach', 'athlete', { manager_comment: 'M' })).fields).toEqual({ manager_comment: 'forbidden' });
  });
});

describe('new people', () => {
  test('a manager makes anybody but an administrator, in the own client', async () => {
    const coach = await create('manager', {
      roles: ['Coach'],
      groups: [{ id: hub.groupIds.rowers }],
      password: 'Sesame-7!',
    });
    expect(coach.status).toBe(201);
    expect(coach.body).toMatchObject({ roles: ['Coach'], client_id: hub.clientIds.home, active: true });
    expect(coach.body?.mail).toMatch(/^someone\d+@example\.org$/);
    expect(coach.body?.groups).toEqual([{ id: hub.groupIds.rowers, name: 'rowers' }]);
    expect((await create('manager', { roles: ['Admin', 'Coach'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await create('manager', { roles: ['Coach'], is_recovery: true })).fields).toEqual({
      is_recovery: 'forbidden',
    });
    const abroad = await create('manager', { roles: ['Coach'], client_id: hub.clientIds.away });
    expect(abroad.fields).toEqual({ client_id: 'unknown' });
    const foreign = await create('manager', { roles: ['Coach'], groups: [hub.groupIds.awayTeam] });
    expect(foreign.fields).toEqual({ groups: 'unknown' });
  });

  test('a coach makes athletes of the own groups, without a password', async () => {
    const athlete = await create('coach', { roles: ['Athlete'] });
    expect(athlete.body?.groups).toEqual([{ id: hub.groupIds.rowers, name: 'rowers' }]);
    for (const roles of [['Coach'], ['Athlete', 'Manager'], ['Admin']]) {
      expect((await create('coach', { roles })).fields).toEqual({ roles: 'forbidden' });
    }
    const elsewhere = await create('coach', { roles: ['Athlete'], groups: [hub.groupIds.sprinters] });
    expect(elsewhere.fields).toEqual({ groups: 'unknown' });
    expect((await create('coach', { roles: ['Athlete'], password: 'Sesame-7!' })).fields).toEqual({
      password: 'forbidden',
    });
    const abroad = await create('coach', { roles: ['Athlete'], client_id: hub.clientIds.away });
    expect(abroad.fields).toEqual({ client_id: 'unknown' });
  });

  test('a coach of two groups, or of none, says which', async () => {
    const { home } = hub.clientIds;
    await hub.addPerson('busyCoach', ['Coach'], home, [hub.groupIds.rowers, hub.groupIds.sprinters]);
    await hub.addPerson('freeCoach', ['Coach'], home);
    expect((await create('busyCoach', { roles: ['Athlete'] })).fields).toEqual({ groups: 'chooseOne' });
    expect((await create('freeCoach', { roles: ['Athlete'] })).fields).toEqual({ groups: 'chooseOne' });
    expect((await create('busyCoach', { roles: ['Athlete'], groups: [hub.groupIds.sprinters] })).status).toBe(201);
  });

  test('an athlete makes nobody, and nobody gets a mail that is taken', async () => {
    expect((await create('athlete', { roles: ['Athlete'] })).code).toBe('permission.denied');
    const again = await create('manager', { roles: ['Athlete'], mail: 'ATHLETE@example.org' });
    expect(again.status).toBe(409);
    expect(again.fields).toEqual({ mail: 'taken' });
  });
});

describe('changes', () => {
  test('an athlete changes the own name, mail and language, and nothing that gives rights', async () => {
    const before = (await read('athlete', 'athlete')).body;
    const named = await edit('athlete', 'athlete', { firstname: 'Éva', language: 'en', mail: 'Eva@Example.org' });
    expect(named.body).toMatchObject({ firstname: 'Éva', language: 'en', mail: 'eva@example.org' });
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
      expect([refused.status, refused.fields]).toEqual([422, { [field]: 'forbidden' }]);
    }
    expect((await read('athlete', 'athlete')).body).toMatchObject({ roles: ['Athlete'], groups: before?.groups });
  });

  test('what was read can be put back, by everybody who sees it', async () => {
    for (const who of ['athlete', 'coach', 'manager', 'admin']) {
      const seen = (await read(who, 'athlete')).body;
      expect((await edit(who, 'athlete', seen ?? {})).body).toEqual(seen);
    }
    expect(ended).toEqual([]);
  });

  test('nobody below raises a role or moves a person to another client', async () => {
    expect((await edit('manager', 'athlete', { roles: ['Admin'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await edit('manager', 'manager', { roles: ['Admin', 'Manager'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await edit('coach', 'coach', { roles: ['Coach', 'Manager'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await edit('coach', 'athlete', { roles: ['Coach'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await edit('coach', 'athlete', { active: false })).fields).toEqual({ active: 'forbidden' });
    const { away } = hub.clientIds;
    expect((await edit('manager', 'athlete', { client_id: away })).fields).toEqual({ client_id: 'forbidden' });
    expect((await edit('coach', 'athlete', { client_id: away })).fields).toEqual({ client_id: 'forbidden' });
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

  test('the own password is not changed here, whoever one is', async () => {
    for (const who of ['manager', 'admin']) {
      expect((await edit(who, who, { password: 'Sesame-7!' })).fields).toEqual({ password: 'forbidden' });
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
    expect((await edit('admin', 'admin', { roles: ['Coach'] })).fields).toEqual({ roles: 'forbidden' });
    expect((await edit('admin', 'admin', { active: false })).code).toBe('user.lastAdministrator');
    expect((await remove('admin', hub.idOf('admin'))).code).toBe('user.lastAdministrator');
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

describe('deletion and invitation', () => {
  test('says what goes with a person, and does it', async () => {
    const id = await hub.addPerson('leaving', ['Athlete'], hub.clientIds.home, [hub.groupIds.rowers]);
    await hub.db.insert(tables.apiKeys).values({ userId: id, name: 'k', access: 'read', prefix: 'p', keyHash: 'h' });
    const { body } = await hub.ask('coach', api.describeUserDeletion, { params: { id } });
    expect(body).toEqual({
      name: 'Ana leaving',
      effects: [
        { what: { fr: '1 place dans un groupe', en: '1 place in a group' }, count: 1, fate: 'lost' },
        { what: { fr: '1 clé d’API', en: '1 API key' }, count: 1, fate: 'lost' },
      ],
    });
    expect((await remove('coach', id)).status).toBe(204);
    expect((await read('manager', 'leaving')).code).toBe('entity.notFound');
  });

  test('those who may change a person invite them; nobody invites themselves', async () => {
    const id = hub.idOf('athlete');
    expect((await hub.ask('coach', api.inviteUser, { params: { id } })).body?.link).toBe('/login/reset-password/x');
    expect(invited).toEqual([id]);
    const self = await hub.ask('coach', api.inviteUser, { params: { id: hub.idOf('coach') } });
    expect(self.code).toBe('permission.denied');
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
        const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
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

test('a person who is deleted leaves no way in behind: neither sessions and live connections, nor keys, nor links', async () => {
  const { body } = await create('manager', { roles: ['Athlete'] });
  const userId = body?.id ?? 0;
  const { apiKeys, passwordLinks, refreshTokens } = tables;
  const until = new Date(Date.now() + 60_000);
  await hub.db
    .insert(refreshTokens)
    .values({ userId, familyId: randomUUID(), tokenHash: 'a', uniqueId: 'tab', expiresAt: until });
  await hub.db.insert(passwordLinks).values({ userId, tokenHash: 'b', expiresAt: until });
  await hub.db.insert(apiKeys).values({ userId, name: 'k', prefix: 'p', keyHash: 'c', access: 'read' });
  const left = () =>
    Promise.all([refreshTokens, passwordLinks, apiKeys].map((of) => hub.db.$count(of, eq(of.userId, userId))));
  expect(await left()).toEqual([1, 1, 1]);
  expect((await remove('coach', userId)).status).not.toBe(204);
  expect(ended).toEqual([]);
  expect((await remove('manager', userId)).status).toBe(204);
  expect([await left(), ended]).toEqual([[0, 0, 0], [userId]]);
});
