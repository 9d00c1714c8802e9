import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addExercise, addSport } from '../../platform/database/testing.ts';
import { newUid } from '../tenancy/index.ts';
import { denied } from '../tenancy/testing.ts';
import { ensureHomeClient } from './index.ts';
import { openTestClients } from './open-test-clients.ts';

const { hub, notes, home, away, edit, read } = await openTestClients();
afterAll(() => hub.close());
const insertedId = ([row]: { id: number }[]) => row?.id ?? 0;

describe('a new client', () => {
  test('has its defaults and a recovery key', async () => {
    const { status, body } = await hub.ask('admin', api.createClient, { body: { name: 'Club nautique' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Club nautique',
      display_name: 'Club nautique',
      enabled: true,
      cloud_enabled: true,
      video_enabled: false,
      video_quality: '720p',
      video_fps: 24,
      sport_ids: [],
      sensor_ids: [],
      mallette_ids: [],
      logo: null,
      has_recovery_key: true,
    });
    const again = await hub.ask('admin', api.createClient, { body: { name: 'Club nautique' } });
    expect([again.status, again.fields]).toEqual([409, { name: 'taken' }]);
  });

  test('is made by administrators only, of sports and hubs that exist', async () => {
    for (const who of ['manager', 'coach', 'athlete']) {
      expect((await hub.ask(who, api.createClient, { body: { name: 'x' } })).code).toBe('permission.denied');
    }
    const body = { name: 'y', sport_ids: [9999], sensor_ids: [9999], mallette_ids: [9999] };
    const { fields } = await hub.ask('admin', api.createClient, { body });
    expect(fields).toEqual({ sport_ids: 'unknown', sensor_ids: 'unknown', mallette_ids: 'unknown' });
  });
});

describe('an edit', () => {
  test('by a manager changes what is theirs; the rest is refused unless it is as it was', async () => {
    const before = await read('manager', home);
    const { name, enabled, cloud_enabled, sensor_ids, mallette_ids } = before ?? {};
    const same = { name, enabled, cloud_enabled, sensor_ids, mallette_ids };
    const mine = { display_name: 'Les Rameurs', video_enabled: true, video_quality: '4K', video_fps: 120 };
    expect((await edit('manager', home, { ...same, ...mine })).body).toMatchObject(mine);
    const refused = await edit('manager', home, {
      name: 'z',
      cloud_enabled: false,
      sensor_ids: [1],
      mallette_ids: [1],
    });
    expect(denied(refused)).toEqual({
      name: 'forbidden',
      cloud_enabled: 'forbidden',
      sensor_ids: 'forbidden',
      mallette_ids: 'forbidden',
    });
    expect((await edit('coach', home, { display_name: 'z' })).code).toBe('permission.denied');
  });

  test('without a displayed name shows the short one', async () => {
    const added = await hub.ask('admin', api.createClient, { body: { name: 'aviron-club', display_name: '' } });
    const club = { id: added.body?.id ?? 0 };
    expect((await read('admin', club))?.display_name).toBe('aviron-club');
    await edit('admin', club, { display_name: 'Aviron Club' });
    expect((await edit('admin', club, { display_name: '' })).body).toMatchObject({ display_name: 'aviron-club' });
    const renamed = { name: 'club-aviron', display_name: ' ' };
    expect((await edit('admin', club, renamed)).body).toMatchObject({ display_name: 'club-aviron' });
  });

  test('by a manager takes no sensor and no hub away', async () => {
    const add = async (name: string) =>
      insertedId(await hub.db.insert(tables.sensors).values({ uid: newUid(), name, type: 't' }).returning());
    const sensor_ids = [await add('a'), await add('b')];
    expect((await edit('admin', home, { sensor_ids })).body?.sensor_ids).toEqual(sensor_ids);
    expect((await edit('manager', home, { sensor_ids: sensor_ids.toReversed() })).status).toBe(200);
    for (const fewer of [sensor_ids.slice(0, 1), []]) {
      expect(denied(await edit('manager', home, { sensor_ids: fewer }))).toEqual({ sensor_ids: 'forbidden' });
    }
    expect((await read('manager', home))?.sensor_ids).toEqual(sensor_ids);
  });

  test('of what a client chose leaves the choices of others alone', async () => {
    const { id: sport } = await addSport(hub.db);
    const sensor = insertedId(
      await hub.db.insert(tables.sensors).values({ uid: newUid(), name: 'c', type: 't' }).returning(),
    );
    const mallette = insertedId(
      await hub.db.insert(tables.hubs).values({ uid: newUid(), name: 'h', number: 1 }).returning(),
    );
    const chosen = { sport_ids: [sport], sensor_ids: [sensor], mallette_ids: [mallette] };
    const none = { sport_ids: [], sensor_ids: [], mallette_ids: [] };
    for (const client of [home, away]) expect((await edit('admin', client, chosen)).body).toMatchObject(chosen);
    expect((await edit('admin', home, none)).body).toMatchObject(none);
    expect(await read('admin', away)).toMatchObject(chosen);
    await edit('admin', away, none);
    await hub.db.delete(tables.sports);
  });

  test('takes the video qualities and rates of the interface only', async () => {
    const wrong = await edit('manager', home, { video_quality: '8K', video_fps: 25 });
    expect(Object.keys(wrong.fields ?? {}).sort()).toEqual(['video_fps', 'video_quality']);
  });

  test('of another client is 404, as are its key, logo and lists', async () => {
    for (const endpoint of [api.readClient, api.readRecoveryKey, api.renewRecoveryKey, api.readClientLogo]) {
      expect((await hub.ask('manager', endpoint, { params: away })).code).toBe('entity.notFound');
    }
    expect((await edit('manager', away, { display_name: 'z' })).code).toBe('entity.notFound');
    for (const list of [api.listClientGroups, api.listClientUsers, api.listClientSports, api.listClientExercises]) {
      const asked = await hub.ask('manager', list, { params: { clientId: hub.clientIds.away } });
      expect(asked.code).toBe('entity.notFound');
    }
    const listed = await hub.ask('manager', api.listClients, { body: { pageSize: -1 } });
    expect(listed.body?.items.map(({ id }) => id)).toEqual([hub.clientIds.home]);
  });

  test('that disables a client signs its people out; nobody disables the own', async () => {
    const until = { expiresAt: new Date('2030-01-01'), uniqueId: 'browser' };
    for (const who of ['awayCoach', 'coach']) {
      const session = { ...until, familyId: newUid(), tokenHash: who };
      await hub.db.insert(tables.refreshTokens).values({ ...session, userId: hub.idOf(who) });
    }
    expect((await edit('admin', away, { enabled: false })).body?.enabled).toBe(false);
    const left = await hub.db.select().from(tables.refreshTokens);
    expect(left.map(({ tokenHash }) => tokenHash)).toEqual(['coach']);
    expect(notes.ended).toContain(hub.idOf('awayCoach'));
    expect(notes.ended).not.toContain(hub.idOf('coach'));
    await edit('admin', away, { enabled: true });
    notes.ended.length = 0;
    for (const who of ['admin', 'manager']) {
      expect(denied(await edit(who, home, { enabled: false }))).toEqual({ enabled: 'forbidden' });
    }
    expect(notes.ended).toEqual([]);
  });
});

test('the list is searched by both names and filtered by who is in use', async () => {
  const { id } = (await hub.ask('admin', api.createClient, { body: { name: 'asleep', display_name: 'Les Dormeurs' } }))
    .body ?? { id: 0 };
  await edit('admin', { id }, { enabled: false });
  const found = async (body: object) =>
    (await hub.ask('admin', api.listClients, { body: { pageSize: -1, ...body } })).body?.items.map(
      ({ name }) => name,
    ) ?? [];
  expect(await found({ search: 'dormeurs' })).toEqual(['asleep']);
  expect(await found({ search: 'ASLEEP' })).toEqual(['asleep']);
  expect(await found({ enabled: false })).toEqual(['asleep']);
  expect(await found({ enabled: true })).toEqual(expect.arrayContaining(['home', 'away']));
  expect(await found({ enabled: true })).not.toContain('asleep');
  expect((await hub.ask('admin', api.deleteClient, { params: { id } })).status).toBe(204);
  notes.forgotten.length = 0;
  notes.forgottenTasks.length = 0;
});

describe('the recovery key', () => {
  test('is 80 random bits that people can read, for managers only, and can be renewed', async () => {
    const first = await hub.ask('manager', api.renewRecoveryKey, { params: home });
    expect(first.body?.recovery_key).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await hub.ask('manager', api.readRecoveryKey, { params: home })).body).toEqual(first.body);
    const second = await hub.ask('manager', api.renewRecoveryKey, { params: home });
    expect(second.body?.recovery_key).not.toBe(first.body?.recovery_key);
    for (const who of ['coach', 'athlete']) {
      expect((await hub.ask(who, api.readRecoveryKey, { params: home })).code).toBe('permission.denied');
    }
    expect(JSON.stringify(await read('manager', home))).not.toContain(second.body?.recovery_key);
  });
});

describe('the small lists', () => {
  const lists = { params: { clientId: home.id } };
  const groupsOf = async (who: string) =>
    (await hub.ask(who, api.listClientGroups, lists)).body?.items.map(({ name }) => name);
  const peopleOf = async (who: string) => (await hub.ask(who, api.listClientUsers, lists)).body?.items;

  test('show a coach the own groups and an athlete those they are in', async () => {
    expect(await groupsOf('manager')).toEqual(['rowers', 'sprinters']);
    expect(await groupsOf('coach')).toEqual(['rowers']);
    expect(await groupsOf('sprinter')).toEqual(['sprinters']);
    expect(await groupsOf('loner')).toEqual([]);
    const { rowers } = hub.groupIds;
    const groups = await hub.ask('coach', api.listClientGroups, lists);
    expect(groups.body?.items).toEqual([{ id: rowers, name: 'rowers', client_id: home.id }]);
  });

  test('show a coach the people of the own groups and an athlete only themselves', async () => {
    expect((await peopleOf('coach'))?.map(({ lastname }) => lastname)).toEqual(['athlete', 'coach']);
    expect((await peopleOf('athlete'))?.map(({ lastname }) => lastname)).toEqual(['athlete']);
    expect(await peopleOf('manager')).toHaveLength(6);
  });

  test('show who is active, with the groups that the caller sees, and the exercises of this client only', async () => {
    const { rowers, sprinters } = hub.groupIds;
    const both = await hub.addPerson('both', ['Athlete'], home.id, [rowers, sprinters]);
    const groupsSeen = async (who: string) => (await peopleOf(who))?.find(({ id }) => id === both)?.group_ids;
    expect([await groupsSeen('manager'), await groupsSeen('coach')]).toEqual([[rowers, sprinters], [rowers]]);
    await hub.db.update(tables.users).set({ active: false }).where(eq(tables.users.id, both));
    expect(await groupsSeen('manager')).toBeUndefined();
    await hub.db.delete(tables.users).where(eq(tables.users.id, both));
    await addExercise(hub.db, { name: 'ours', clientId: home.id });
    await addExercise(hub.db, { name: 'theirs', clientId: away.id });
    const { body } = await hub.ask('athlete', api.listClientExercises, lists);
    expect(body?.items.map(({ name }) => name)).toEqual(['ours']);
    await hub.db.delete(tables.exercises);
  });

  test('answer all sports until the client chooses some', async () => {
    const sports = async () => (await hub.ask('athlete', api.listClientSports, lists)).body;
    for (const name of ['aviron', 'golf']) await addSport(hub.db, { name });
    const all = (await sports())?.items ?? [];
    expect(all.map(({ name }) => name)).toEqual(['aviron', 'golf']);
    await edit('manager', home, { sport_ids: [{ id: all[1]?.id }] });
    expect((await sports())?.items.map(({ name }) => name)).toEqual(['golf']);
    await edit('manager', home, { sport_ids: [] });
    expect((await sports())?.total).toBe(2);
  });
});

describe('deletion', () => {
  test('spares the first client and the caller’s own', async () => {
    await hub.addPerson('awayAdmin', ['Admin'], hub.clientIds.away);
    expect((await hub.ask('admin', api.deleteClient, { params: home })).code).toBe('client.own');
    expect((await hub.ask('awayAdmin', api.deleteClient, { params: away })).code).toBe('client.own');
    expect((await hub.ask('awayAdmin', api.deleteClient, { params: home })).code).toBe('client.first');
    expect(notes.forgotten).toEqual([]);
  });

  test('says what is lost, forgets the records’ files first, and stops when one is being recorded', async () => {
    const { body } = await hub.ask('admin', api.describeClientDeletion, { params: away });
    expect(body?.effects.map(({ what, fate }) => [what.fr, fate])).toEqual([
      ['4 comptes', 'lost'],
      ['1 groupe', 'lost'],
    ]);
    const device = await addDevice(hub.db, { clientId: hub.clientIds.away });
    notes.isRecording = true;
    expect((await hub.ask('admin', api.deleteClient, { params: away })).code).toBe('record.stillRecording');
    expect(await read('admin', away)).toBeDefined();
    expect([notes.forgottenTasks, notes.cut]).toEqual([[], []]);
    notes.isRecording = false;
    expect((await hub.ask('admin', api.deleteClient, { params: away })).status).toBe(204);
    expect(notes.forgotten).toEqual([hub.clientIds.away, hub.clientIds.away]);
    expect([notes.forgottenTasks, notes.cut]).toEqual([[hub.clientIds.away], [device.number]]);
    expect(await hub.db.$count(tables.users, eq(tables.users.clientId, hub.clientIds.away))).toBe(0);
  });

  test('ends the sessions of its people; while it records, nothing of it is touched', async () => {
    const { id } = (await hub.ask('admin', api.createClient, { body: { name: 'leaving' } })).body ?? { id: 0 };
    const person = await hub.addPerson('leaver', ['Athlete'], id);
    notes.recordsFor.push(id);
    notes.forgotten.length = 0;
    notes.ended.length = 0;
    const remove = () => hub.ask('admin', api.deleteClient, { params: { id } });
    expect((await remove()).code).toBe('record.stillRecording');
    expect([notes.forgotten, notes.ended]).toEqual([[], []]);
    notes.recordsFor.length = 0;
    expect((await remove()).status).toBe(204);
    expect(notes.ended).toEqual([person]);
  });

  test('a later start brings no deleted sport back', async () => {
    const before = await hub.db.$count(tables.sports);
    expect(await ensureHomeClient(hub.db)).toBe(hub.clientIds.home);
    expect(await hub.db.$count(tables.sports)).toBe(before);
  });
});
