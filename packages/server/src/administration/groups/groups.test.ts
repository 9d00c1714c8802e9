import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addRecord } from '../../platform/database/testing.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { groupRoutes } from './index.ts';

let hub: TestAdministration;
const cut: number[] = [];
beforeAll(async () => {
  hub = await openTestAdministration();
  groupRoutes(hub.serve, { db: hub.db, disconnect: (ids) => void cut.push(...ids) });
});
afterAll(() => hub.close());

const create = (who: string, body: object) => hub.ask(who, api.createGroup, { body });
const edit = (who: string, id: number, body: object) => hub.ask(who, api.editGroup, { params: { id }, body });
const membersOf = async (who: string, id: number) => {
  const { body } = await hub.ask(who, api.listGroupUsers, { params: { id } });
  return body?.items.map(({ lastname }) => lastname);
};
const groupsOf = async (who: string, body: object = {}) =>
  (await hub.ask(who, api.listGroups, { body })).body?.items.map(({ name }) => name);

describe('who sees which group', () => {
  test('managers those of the client, coaches and athletes those they are in', async () => {
    expect(await groupsOf('admin')).toEqual(['awayTeam', 'rowers', 'sprinters']);
    expect(await groupsOf('manager')).toEqual(['rowers', 'sprinters']);
    expect(await groupsOf('coach')).toEqual(['rowers']);
    expect(await groupsOf('sprinter')).toEqual(['sprinters']);
    expect(await groupsOf('loner')).toEqual([]);
    expect(await groupsOf('manager', { clientIds: [hub.clientIds.away] })).toEqual([]);
    expect(await groupsOf('admin', { search: 'ROW', sort_desc: true })).toEqual(['rowers']);
  });

  test('one of another client is not there, even to somebody who was left in it', async () => {
    const stray = { groupId: hub.groupIds.awayTeam, userId: hub.idOf('coach') };
    await hub.db.insert(tables.groupMembers).values(stray);
    expect(await groupsOf('coach')).toEqual(['rowers']);
    expect((await hub.ask('coach', api.readGroup, { params: { id: stray.groupId } })).code).toBe('entity.notFound');
    await hub.db.delete(tables.groupMembers).where(eq(tables.groupMembers.groupId, stray.groupId));
    await hub.db
      .insert(tables.groupMembers)
      .values(['awayCoach', 'awayAthlete'].map((who) => ({ ...stray, userId: hub.idOf(who) })));
  });

  test('an athlete sees that they are in it, not who else is', async () => {
    expect(await membersOf('coach', hub.groupIds.rowers)).toEqual(['athlete', 'coach']);
    expect(await membersOf('athlete', hub.groupIds.rowers)).toEqual(['athlete']);
  });

  test('a group out of reach is not there', async () => {
    const { awayTeam, sprinters } = hub.groupIds;
    for (const [who, id] of [
      ['manager', awayTeam],
      ['coach', awayTeam],
      ['coach', sprinters],
    ] as const) {
      expect((await hub.ask(who, api.readGroup, { params: { id } })).code).toBe('entity.notFound');
      expect((await edit(who, id, { name: 'x' })).code).toBe('entity.notFound');
      expect((await hub.ask(who, api.deleteGroup, { params: { id } })).code).toBe('entity.notFound');
      expect((await hub.ask(who, api.describeGroupDeletion, { params: { id } })).code).toBe('entity.notFound');
      expect((await hub.ask(who, api.listGroupUsers, { params: { id } })).code).toBe('entity.notFound');
    }
  });
});

describe('changes', () => {
  test('a coach who makes a group is in it, and stays in it', async () => {
    const { body, status } = await create('coach', { name: 'juniors', users: [{ id: hub.idOf('athlete') }] });
    expect([status, body?.users_count, body?.client_id]).toEqual([201, 2, hub.clientIds.home]);
    const id = body?.id ?? 0;
    expect(await membersOf('coach', id)).toEqual(['athlete', 'coach']);
    expect((await edit('coach', id, { users: [] })).body?.users_count).toBe(1);
    expect(await groupsOf('coach')).toEqual(['juniors', 'rowers']);
  });

  test('only people within reach, and of the group’s client, are put in', async () => {
    const { rowers } = hub.groupIds;
    const reach = { coach: ['sprinter', 'loner', 'awayAthlete'], manager: ['awayAthlete'], admin: ['awayAthlete'] };
    for (const [who, names] of Object.entries(reach)) {
      for (const name of names) {
        const refused = await edit(who, rowers, { users: [hub.idOf('athlete'), hub.idOf(name)] });
        expect([who, name, refused.fields]).toEqual([who, name, { users: 'unknown' }]);
      }
    }
    expect(await membersOf('manager', rowers)).toEqual(['athlete', 'coach']);
    expect((await create('coach', { name: 'mine', users: [hub.idOf('loner')] })).fields).toEqual({ users: 'unknown' });
  });

  test('the client is the own one, and stays', async () => {
    const { away } = hub.clientIds;
    expect((await create('manager', { name: 'a', client_id: away })).fields).toEqual({ client_id: 'unknown' });
    expect((await create('admin', { name: 'a', client_id: away })).body?.client_id).toBe(away);
    expect((await edit('manager', hub.groupIds.rowers, { client_id: away })).body?.client_id).toBe(hub.clientIds.home);
  });

  test('names are taken once in a client', async () => {
    expect((await create('manager', { name: 'rowers' })).fields).toEqual({ name: 'taken' });
    expect((await edit('manager', hub.groupIds.sprinters, { name: 'rowers' })).status).toBe(409);
    expect((await create('admin', { name: 'rowers', client_id: hub.clientIds.away })).status).toBe(201);
    expect((await create('manager', { name: ' ' })).fields).toEqual({ name: 'required' });
  });

  test('athletes change none', async () => {
    expect((await create('athlete', { name: 'b' })).code).toBe('permission.denied');
    expect((await edit('athlete', hub.groupIds.rowers, { name: 'b' })).code).toBe('permission.denied');
  });

  test('deleting one keeps its people, and says so', async () => {
    const id = (await create('manager', { name: 'gone', users: [hub.idOf('loner')] })).body?.id ?? 0;
    const { body } = await hub.ask('manager', api.describeGroupDeletion, { params: { id } });
    expect(body).toEqual({
      name: 'gone',
      effects: [
        { what: { fr: '1 personne, sans ce groupe', en: '1 person, without this group' }, count: 1, fate: 'kept' },
      ],
    });
    expect((await hub.ask('manager', api.deleteGroup, { params: { id } })).status).toBe(204);
    expect((await hub.ask('manager', api.readGroup, { params: { id } })).code).toBe('entity.notFound');
  });
});

test('devices and records of a group are counted, those of others are not; they stay when it goes', async () => {
  const { devices, records } = tables;
  const clientId = hub.clientIds.home;
  const id = (await create('manager', { name: 'crew' })).body?.id ?? 0;
  for (const [at, groupId] of [id, id, hub.groupIds.sprinters, null].entries()) {
    await addDevice(hub.db, { clientId, groupId });
    if (at > 0) await addRecord(hub.db, { clientId, groupId });
  }
  expect((await hub.ask('manager', api.readGroup, { params: { id } })).body?.devices_count).toBe(2);
  const { body } = await hub.ask('manager', api.describeGroupDeletion, { params: { id } });
  expect(body?.effects.map(({ what, fate }) => [what.en, fate])).toEqual([
    ['2 devices, without a group', 'kept'],
    ['1 record, without a group', 'kept'],
  ]);
  await hub.ask('manager', api.deleteGroup, { params: { id } });
  expect([await hub.db.$count(devices), await hub.db.$count(records)]).toEqual([4, 3]);
});

describe('who leaves a group', () => {
  test('sees it live no longer: their connections are cut, nobody else’s', async () => {
    const [loner, sprinter] = [hub.idOf('loner'), hub.idOf('sprinter')];
    const made = (await create('manager', { name: 'Leavers', users: [loner, sprinter] })).body;
    const id = made?.id ?? 0;
    cut.length = 0;
    await edit('manager', id, { name: 'Leavers 2', users: [loner, sprinter] });
    expect(cut).toEqual([]);
    await edit('manager', id, { users: [sprinter] });
    expect(cut).toEqual([loner]);
    await hub.ask('manager', api.deleteGroup, { params: { id } });
    expect(cut).toEqual([loner, sprinter]);
  });
});

describe('two changes at once', () => {
  test('of the members come one after the other, and no name is said to be taken', async () => {
    const [loner, sprinter] = [hub.idOf('loner'), hub.idOf('sprinter')];
    const id = (await create('manager', { name: 'Contested', users: [loner] })).body?.id ?? 0;
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => edit('manager', id, { users: turn % 2 ? [loner, sprinter] : [sprinter] })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await membersOf('manager', id)).toContain('sprinter');
  });
});
