import { randomUUID } from 'node:crypto';
import { api, CachedTable } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addExercise, addGroup, addRecord, addSport } from '../../platform/database/testing.ts';
import { aMinuteAgo, openTestChanges } from './open-test-changes.ts';

const { test, db, home, away, letADayPass, changed, named } = await openTestChanges();
afterAll(() => test.close());
beforeEach(letADayPass);

const translated = { fr: '', en: '' };
const release = { version: '1', target: 't', filename: 'f', sizeBytes: 1, sha256: 'x', notes: translated };

/** One change a table, in client `home` where the table knows clients. */
const changesOfTables: Record<CachedTable, { readonly change: () => Promise<unknown>; readonly ofAll?: true }> = {
  users: { change: () => db.update(tables.users).set({ firstname: 'Léa' }).where(eq(tables.users.clientId, home)) },
  clients: { change: () => db.update(tables.clients).set({ cloudEnabled: true }).where(eq(tables.clients.id, home)) },
  groups: { change: () => addGroup(db, { clientId: home, name: 'g' }) },
  sports: { change: () => addSport(db), ofAll: true },
  exercises: { change: () => addExercise(db, { clientId: home, name: 'e' }) },
  configs: { change: () => db.insert(tables.configs).values({ ...named('c'), config: '{}' }) },
  scenarios: {
    change: () =>
      db
        .insert(tables.scenarios)
        .values({ ...named('s'), kind: 'ghost', displayName: { fr: 's', en: 's' }, classname: 'A' }),
  },
  sensors: { change: () => db.insert(tables.sensors).values({ uid: randomUUID(), name: 's', type: 't' }), ofAll: true },
  devices: { change: () => addDevice(db, { clientId: home }) },
  mallettes: { change: () => db.insert(tables.hubs).values({ uid: randomUUID(), number: 7, name: 'h' }), ofAll: true },
  modules: { change: () => db.insert(tables.modules).values({ ...named('m'), type: 't' }) },
  meca_sensors: { change: () => db.insert(tables.mecaSensors).values({ ...named('m'), type: 't' }) },
  device_releases: {
    change: () => db.insert(tables.releases).values({ uid: randomUUID(), kind: 'device', ...release }),
    ofAll: true,
  },
  hardware_releases: {
    change: () => db.insert(tables.releases).values({ uid: randomUUID(), kind: 'hardware', ...release }),
    ofAll: true,
  },
  cloud_urls: {
    change: () => db.insert(tables.cloudUrls).values({ uid: randomUUID(), name: 'c', url: 'https://c' }),
    ofAll: true,
  },
  parameters: {
    change: () => db.insert(tables.parameters).values({ tableName: 'Client', targetId: home, name: 'a' }),
  },
  tasks: { change: () => db.insert(tables.tasks).values({ name: 'decode', args: {}, clientId: home }) },
  records: { change: () => addRecord(db, { clientId: home }) },
  api_keys: {
    change: () =>
      db
        .insert(tables.apiKeys)
        .values({ userId: test.idOf('coach'), name: 'k', access: 'read', prefix: 'p', keyHash: randomUUID() }),
  },
  settings: { change: () => db.insert(tables.settings).values({ key: 'k', value: 1 }), ofAll: true },
};

describe('need_update', () => {
  for (const table of CachedTable.options) {
    const { change, ofAll = false } = changesOfTables[table];
    it(`of ${table}: ${ofAll ? 'everyone has' : 'only its client has'} to read again after a change`, async () => {
      expect([await changed(table, 'athlete'), await changed(table, 'awayAthlete')]).toEqual([false, false]);
      await change();
      expect([await changed(table, 'athlete'), await changed(table, 'awayAthlete')]).toEqual([true, ofAll]);
      expect(await changed(table, 'admin')).toBe(true);
      expect(await changed(table, 'admin', { client_id: away })).toBe(ofAll);
    });
  }

  it('of tasks: they name the athletes of their records, so that another name is a change', async () => {
    expect(await changed('tasks', 'athlete')).toBe(false);
    await db
      .update(tables.users)
      .set({ lastname: randomUUID() })
      .where(eq(tables.users.id, test.idOf('athlete')));
    expect(await changed('tasks', 'athlete')).toBe(true);
  });

  it('tells kinds of releases apart', async () => {
    await db.insert(tables.releases).values({ uid: randomUUID(), kind: 'device', ...release, version: '2' });
    expect(await changed('hardware_releases', 'coach')).toBe(false);
  });

  it('says yes to who has nothing yet, and to an epoch of a clock that was set back', async () => {
    const ask = async (last_epoch?: number) =>
      (
        await test.ask('coach', api.needUpdate, {
          params: { table: 'exercises' },
          query: last_epoch === undefined ? {} : { last_epoch },
        })
      ).body?.need_update;
    expect([await ask(), await ask(0), await ask(-1e30), await ask(Date.now() / 1000 + 100)]).toEqual(
      Array(4).fill(true),
    );
    expect(await ask(aMinuteAgo())).toBe(false);
  });

  it('hides other clients: a foreign or absent one is not there', async () => {
    const ask = async (who: string, client_id: number) =>
      (await test.ask(who, api.needUpdate, { params: { table: 'users' }, query: { client_id } })).status;
    expect([await ask('manager', away), await ask('manager', 9999), await ask('admin', 9999)]).toEqual([404, 404, 404]);
    expect([await ask('manager', home), await ask('admin', away)]).toEqual([200, 200]);
  });

  it('refuses tables that nobody may ask for', async () => {
    const asked = { params: { table: 'refresh_tokens' } };
    expect((await test.ask('admin', api.needUpdate, asked)).status).toBe(422);
    expect((await test.ask(undefined, api.needUpdate, { params: { table: 'users' } })).status).toBe(401);
  });
});

describe('need_update/task and need_update/data', () => {
  const task = async (name: string, who = 'coach') =>
    (await test.ask(who, api.needTaskUpdate, { params: { name }, query: { last_epoch: aMinuteAgo() } })).body
      ?.need_update;
  const data = (name: string, last_epoch = aMinuteAgo(), who = 'coach') =>
    test.ask(who, api.needDataUpdate, { params: { name }, query: { last_epoch } });

  it('tell tasks apart by name and client', async () => {
    await db.insert(tables.tasks).values({ name: 'backup.export', args: {}, clientId: home });
    expect([await task('backup.export'), await task('decode'), await task('backup.export', 'awayCoach')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('know tables, terms, timezones and what reports and records are shown with', async () => {
    for (const name of ['records', 'terms', 'timezones', 'pdf_params', 'rec_params']) {
      expect([name, (await data(name)).body?.need_update]).toEqual([name, name === 'timezones']);
    }
    expect((await data('timezones', Date.now() / 1000)).body?.need_update).toBe(false);
    await db.insert(tables.parameters).values({ tableName: 'Client', targetId: home, name: 'pdf_params::a' });
    expect((await data('pdf_params')).body?.need_update).toBe(true);
    expect((await data('pdf_params', aMinuteAgo(), 'awayCoach')).body?.need_update).toBe(false);
    expect((await data('nothing')).code).toBe('entity.notFound');
  });
});
