import { randomUUID } from 'node:crypto';
import { api, CachedTable } from '@sillage/contract';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/index.ts';
import { changeRoutes } from './index.ts';
import { pruneChanges } from './prune-changes.ts';

let test: TestAdministration;
let db: TestAdministration['db'];
let home: number;
let away: number;
const uid = randomUUID;

beforeAll(async () => {
  test = await openTestAdministration();
  db = test.db;
  home = test.clientIds.home;
  away = test.clientIds.away;
  changeRoutes(test.serve, test);
});
afterAll(() => test?.close());
/** All that was marked until now is long ago. */
beforeEach(() => db.execute(sql`update changes set changed_at = changed_at - interval '1 day'`));

const aMinuteAgo = () => Date.now() / 1000 - 60;

async function changed(table: CachedTable, who: string, query: { client_id?: number } = {}): Promise<boolean> {
  const asked = { params: { table }, query: { last_epoch: aMinuteAgo(), ...query } };
  const { status, body } = await test.ask(who, api.needUpdate, asked);
  expect(status).toBe(200);
  return body?.need_update === true;
}

async function insertSport(name: string): Promise<number> {
  const displayName = { fr: name, en: name };
  const [row] = await db.insert(tables.sports).values({ uid: uid(), name, displayName }).returning();
  return row?.id ?? 0;
}
async function insertRecord(clientId: number): Promise<number> {
  const values = { uid: uid(), clientId, source: 'csv', basename: 'b', startedAt: new Date(0), startUs: 0 } as const;
  const [row] = await db
    .insert(tables.records)
    .values({ ...values, decodeState: 'done' })
    .returning();
  return row?.id ?? 0;
}
let number = 10_200_000;
async function insertDevice(clientId: number): Promise<number> {
  number += 1;
  const values = { uid: uid(), number, name: 'd', clientId, secretHash: '' };
  const [row] = await db.insert(tables.devices).values(values).returning();
  return row?.id ?? 0;
}
const named = (name: string) => ({ uid: uid(), name, clientId: home });
const translated = { fr: '', en: '' };
const release = { version: '1', target: 't', filename: 'f', sizeBytes: 1, sha256: 'x', notes: translated };

/** One change a table, in client `home` where the table knows clients. */
const changesOfTables: Record<CachedTable, { readonly change: () => Promise<unknown>; readonly ofAll?: true }> = {
  users: { change: () => db.update(tables.users).set({ firstname: 'Léa' }).where(eq(tables.users.clientId, home)) },
  clients: { change: () => db.update(tables.clients).set({ cloudEnabled: true }).where(eq(tables.clients.id, home)) },
  groups: { change: () => db.insert(tables.groups).values(named('g')) },
  sports: { change: () => insertSport('polo'), ofAll: true },
  exercises: { change: () => db.insert(tables.exercises).values(named('e')) },
  configs: { change: () => db.insert(tables.configs).values({ ...named('c'), config: '{}' }) },
  sensors: { change: () => db.insert(tables.sensors).values({ uid: uid(), name: 's', type: 't' }), ofAll: true },
  devices: { change: () => insertDevice(home) },
  mallettes: { change: () => db.insert(tables.hubs).values({ uid: uid(), number: 7, name: 'h' }), ofAll: true },
  modules: { change: () => db.insert(tables.modules).values({ ...named('m'), type: 't' }) },
  meca_sensors: { change: () => db.insert(tables.mecaSensors).values({ ...named('m'), type: 't' }) },
  device_releases: {
    change: () => db.insert(tables.releases).values({ uid: uid(), kind: 'device', ...release }),
    ofAll: true,
  },
  hardware_releases: {
    change: () => db.insert(tables.releases).values({ uid: uid(), kind: 'hardware', ...release }),
    ofAll: true,
  },
  cloud_urls: {
    change: () => db.insert(tables.cloudUrls).values({ uid: uid(), name: 'c', url: 'https://c' }),
    ofAll: true,
  },
  parameters: {
    change: () => db.insert(tables.parameters).values({ tableName: 'Client', targetId: home, name: 'a' }),
  },
  tasks: { change: () => db.insert(tables.tasks).values({ name: 'decode', args: {}, clientId: home }) },
  records: { change: () => insertRecord(home) },
  api_keys: {
    change: () =>
      db
        .insert(tables.apiKeys)
        .values({ userId: test.idOf('coach'), name: 'k', access: 'read', prefix: 'p', keyHash: uid() }),
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

  it('tells kinds of releases apart', async () => {
    await db.insert(tables.releases).values({ uid: uid(), kind: 'device', ...release, version: '2' });
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
    expect([await ask(), await ask(0), await ask(-1e300), await ask(Date.now() / 1000 + 100)]).toEqual(
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

describe('what counts as a change', () => {
  it('is a join, for both its sides', async () => {
    await db.insert(tables.groupMembers).values({ groupId: test.groupIds.rowers, userId: test.idOf('loner') });
    expect([await changed('users', 'coach'), await changed('groups', 'coach')]).toEqual([true, true]);
    expect([await changed('users', 'awayCoach'), await changed('groups', 'awayCoach')]).toEqual([false, false]);
  });

  it('is a device that moves to another client, for both clients', async () => {
    const id = await insertDevice(home);
    await db.execute(sql`update changes set changed_at = changed_at - interval '1 day'`);
    await db.update(tables.devices).set({ clientId: away }).where(eq(tables.devices.id, id));
    expect([await changed('devices', 'coach'), await changed('devices', 'awayCoach')]).toEqual([true, true]);
  });

  it('is a bulk deletion and what goes with it: one mark each', async () => {
    const people = Array.from({ length: 500 }, (_, n) => ({
      uid: uid(),
      clientId: away,
      mail: `many${n}@example.org`,
      firstname: 'M',
      lastname: 'Any',
    }));
    const rows = await db.insert(tables.users).values(people).returning({ id: tables.users.id });
    const ids = rows.map(({ id }) => id);
    await db.insert(tables.groupMembers).values(ids.map((userId) => ({ userId, groupId: test.groupIds.awayTeam })));
    await db
      .insert(tables.parameters)
      .values(ids.map((targetId) => ({ tableName: 'User', targetId, name: 'x', value: 1, isSet: true })));
    await db.execute(sql`delete from changes`);
    await db.delete(tables.users).where(inArray(tables.users.id, ids));
    expect(await marks()).toEqual([`group_members ${away}`, 'parameters null', `users ${away}`]);
    expect(await db.$count(tables.parameters, inArray(tables.parameters.targetId, ids))).toBe(0);
    expect(await changed('groups', 'awayCoach')).toBe(true);
  });

  it('is a client that goes with everything it had', async () => {
    const [gone] = await db.insert(tables.clients).values({ uid: uid(), name: 'gone', displayName: 'x' }).returning();
    const clientId = gone?.id ?? 0;
    await db.insert(tables.exercises).values({ uid: uid(), clientId, name: 'e' });
    await db.insert(tables.parameters).values({ tableName: 'Client', targetId: clientId, name: 'x' });
    await db.execute(sql`delete from changes`);
    await db.delete(tables.clients).where(eq(tables.clients.id, clientId));
    expect(await marks()).toEqual([`clients ${clientId}`, `exercises ${clientId}`, `parameters ${clientId}`]);
    expect(await changed('exercises', 'admin')).toBe(true);
  });

  it('is not a statement that changed no row, nor one that was rolled back, to a savepoint or whole', async () => {
    await db.delete(tables.exercises).where(eq(tables.exercises.id, 0));
    await expect(
      db.transaction(async (tx) => {
        await tx.insert(tables.exercises).values(named('never'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await changed('exercises', 'coach')).toBe(false);
    await db.transaction(async (tx) => {
      await tx
        .transaction(async (inner) => {
          await inner.insert(tables.exercises).values(named('never'));
          throw new Error('no');
        })
        .catch(() => undefined);
      // What the savepoint took back is marked again.
      await tx.insert(tables.exercises).values(named('after all'));
    });
    expect(await changed('exercises', 'coach')).toBe(true);
  });
});

describe('writers at the same time', () => {
  it('never wait for one another: transactions that change two tables in opposite order both commit', async () => {
    const both = [gate(), gate()] as const;
    const write = async (mine: 0 | 1, first: (tx: Queryable) => Promise<unknown>, second: typeof first) =>
      db.transaction(async (tx) => {
        await first(tx);
        both[mine].open();
        await both[mine === 0 ? 1 : 0].opened;
        await second(tx);
      });
    const exercise = (name: string) => (tx: Queryable) => tx.insert(tables.exercises).values(named(name));
    const group = (name: string) => (tx: Queryable) => tx.insert(tables.groups).values(named(name));
    await Promise.all([write(0, exercise('w0'), group('w0')), write(1, group('w1'), exercise('w1'))]);
    expect([await changed('exercises', 'coach'), await changed('groups', 'coach')]).toEqual([true, true]);
  });

  it('mark when they commit: a reader who came before has to read again, however long the transaction was', async () => {
    await db.transaction(async (tx) => {
      await tx.insert(tables.exercises).values(named('restored'));
      // An hour passes before the transaction ends.
      await tx.execute(sql`update changes set changed_at = changed_at - interval '1 hour'`);
    });
    expect(await changed('exercises', 'coach')).toBe(true);
  });

  it('mark once a transaction, however many statements', async () => {
    await db.execute(sql`delete from changes`);
    await db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await tx.insert(tables.exercises).values(named(`once ${n}`));
    });
    expect(await marks()).toEqual([`exercises ${home}`]);
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

it('old marks that newer ones cover are pruned; the newest stays, however old', async () => {
  await db.execute(sql`delete from changes`);
  const day = (days: number) => sql`clock_timestamp() - ${days} * interval '1 day'`;
  const marked = (tableName: string, clientId: number | null, changedAt: ReturnType<typeof day>) =>
    // The stamp at commit would make it new.
    db.transaction(async (tx) => {
      const [row] = await tx.insert(tables.changes).values({ tableName, clientId }).returning();
      await tx.execute(sql`set constraints changes_stamp immediate`);
      await tx
        .update(tables.changes)
        .set({ changedAt })
        .where(eq(tables.changes.id, row?.id ?? 0));
    });
  for (const days of [3, 1, 2]) await marked('users', 1, day(days));
  for (const days of [5, 4]) await marked('users', null, day(days));
  for (const days of [0.001, 0]) await marked('groups', 1, day(days));
  expect(await pruneChanges(db)).toBe(3);
  expect(await marks()).toEqual(['groups 1', 'groups 1', 'users 1', 'users null']);
  const [kept] = await db.select().from(tables.changes).where(eq(tables.changes.tableName, 'users')).limit(1);
  expect(Math.round((Date.now() - (kept?.changedAt.getTime() ?? 0)) / 86_400_000)).toBe(1);
});

async function marks(): Promise<string[]> {
  const rows = await db
    .select()
    .from(tables.changes)
    .orderBy(asc(tables.changes.tableName), asc(tables.changes.clientId));
  return rows.map(({ tableName, clientId }) => `${tableName} ${clientId}`);
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
