import { randomUUID } from 'node:crypto';
import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { denied } from '../tenancy/testing.ts';
import { openTestUsers } from './open-test-users.ts';

const { hub, ended, invited, forgetNotes, create, edit, remove, read } = await openTestUsers();
afterAll(() => hub.close());
beforeEach(forgetNotes);

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

  test('the names of filters that other programs use mean the same as ours', async () => {
    const { home, away } = hub.clientIds;
    expect(await namesSeen('admin', { client_id: away })).toEqual(await namesSeen('admin', { clientIds: [away] }));
    expect(await namesSeen('manager', { group_ids: [hub.groupIds.sprinters] })).toEqual(['sprinter']);
    const athletes = await namesSeen('admin', { client_id: home, role: 'Athlete' });
    expect(athletes).toEqual(await namesSeen('admin', { clientIds: [home], roles: ['Athlete'] }));
    expect(athletes).not.toContain('manager');
    expect(await namesSeen('admin', { client_id: null, group_ids: '', role: '' })).toEqual(await namesSeen('admin'));
    const { body: soft } = await hub.ask('admin', api.listUsers, { body: { soft: true, pageSize: 1 } });
    expect(soft?.items[0]).toMatchObject({ lastname: expect.any(String), externalAPI: {} });
    expect(soft?.items[0]).not.toHaveProperty('admin_comment');
  });

  test('a coach does not find people by a group of others, nor somebody of another client who is left in an own one', async () => {
    const { home } = hub.clientIds;
    const { rowers, sprinters } = hub.groupIds;
    const both = await hub.addPerson('both', ['Athlete'], home, [rowers, sprinters]);
    expect(await namesSeen('coach', { groupIds: [rowers] })).toContain('both');
    expect(await namesSeen('coach', { groupIds: [sprinters] })).toEqual([]);
    const stray = { groupId: rowers, userId: hub.idOf('awayAthlete') };
    await hub.db.insert(tables.groupMembers).values(stray);
    expect(await namesSeen('coach')).not.toContain('awayAthlete');
    expect((await read('coach', 'awayAthlete')).code).toBe('entity.notFound');
    await hub.db.delete(tables.groupMembers).where(eq(tables.groupMembers.userId, stray.userId));
    await remove('manager', both);
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
    expect(denied(await edit('manager', 'athlete', { admin_comment: 'A' }))).toEqual({ admin_comment: 'forbidden' });
    expect(denied(await edit('coach', 'athlete', { manager_comment: 'M' }))).toEqual({ manager_comment: 'forbidden' });
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
    expect(denied(await create('manager', { roles: ['Admin', 'Coach'] }))).toEqual({ roles: 'forbidden' });
    expect(denied(await create('manager', { roles: ['Coach'], is_recovery: true }))).toEqual({
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
      expect(denied(await create('coach', { roles }))).toEqual({ roles: 'forbidden' });
    }
    const elsewhere = await create('coach', { roles: ['Athlete'], groups: [hub.groupIds.sprinters] });
    expect(elsewhere.fields).toEqual({ groups: 'unknown' });
    expect(denied(await create('coach', { roles: ['Athlete'], password: 'Sesame-7!' }))).toEqual({
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

  test('comments, activity and the reserved name are not chosen from below', async () => {
    const given = async (who: string, body: object) =>
      create(who, { roles: ['Athlete'], groups: [hub.groupIds.rowers], ...body });
    expect(denied(await given('manager', { admin_comment: 'a' }))).toEqual({ admin_comment: 'forbidden' });
    expect(denied(await given('coach', { admin_comment: 'a', manager_comment: 'm', active: false }))).toEqual({
      admin_comment: 'forbidden',
      manager_comment: 'forbidden',
      active: 'forbidden',
    });
    // What a new person has anyway may be said, also of what is not read.
    const starts = { admin_comment: '', manager_comment: '', active: true, is_recovery: false };
    for (const who of ['manager', 'coach']) expect((await given(who, starts)).status).toBe(201);
    for (const who of ['admin', 'manager', 'coach']) {
      const { status, fields } = await given(who, { lastname: '__Recovery__' });
      expect([status, fields]).toEqual([422, { lastname: 'forbidden' }]);
    }
    const recovery = await create('admin', { roles: ['Manager'], lastname: '__recovery__', is_recovery: true });
    expect([recovery.status, recovery.body?.is_recovery]).toEqual([201, true]);
    await remove('admin', recovery.body?.id ?? 0);
  });

  test('an athlete makes nobody, and nobody gets a mail that is taken', async () => {
    expect((await create('athlete', { roles: ['Athlete'] })).code).toBe('permission.denied');
    const again = await create('manager', { roles: ['Athlete'], mail: 'ATHLETE@example.org' });
    expect(again.status).toBe(409);
    expect(again.fields).toEqual({ mail: 'taken' });
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
