import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { addClient, addDevice, addExercise, addGroup, addRecord } from '../../platform/database/testing.ts';
import { openTestChanges } from './open-test-changes.ts';
import { pruneChanges } from './prune-changes.ts';

const { test, db, home, away, letADayPass, changed, marks } = await openTestChanges();
afterAll(() => test.close());
beforeEach(letADayPass);

describe('what counts as a change', () => {
  it('is a join, for both its sides', async () => {
    await db.insert(tables.groupMembers).values({ groupId: test.groupIds.rowers, userId: test.idOf('loner') });
    expect([await changed('users', 'coach'), await changed('groups', 'coach')]).toEqual([true, true]);
    expect([await changed('users', 'awayCoach'), await changed('groups', 'awayCoach')]).toEqual([false, false]);
  });

  it('is a device that moves to another client, for both clients', async () => {
    const id = (await addDevice(db, { clientId: home })).id;
    await letADayPass();
    await db.update(tables.devices).set({ clientId: away }).where(eq(tables.devices.id, id));
    expect([await changed('devices', 'coach'), await changed('devices', 'awayCoach')]).toEqual([true, true]);
  });

  it('is a bulk deletion and what goes with it: one mark each', async () => {
    const people = Array.from({ length: 500 }, (_, n) => ({
      uid: randomUUID(),
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
    const { id: clientId } = await addClient(db);
    await addExercise(db, { clientId });
    await db.insert(tables.parameters).values({ tableName: 'Client', targetId: clientId, name: 'x' });
    await db.execute(sql`delete from changes`);
    await db.delete(tables.clients).where(eq(tables.clients.id, clientId));
    expect(await marks()).toEqual([`clients ${clientId}`, `exercises ${clientId}`, `parameters ${clientId}`]);
    expect(await changed('exercises', 'admin')).toBe(true);
  });

  it('is what a list shows of the way of an original to the cloud, for the client of its record; not how far it is', async () => {
    const { uid } = await addRecord(db, { clientId: home });
    const file = eq(tables.syncFiles.recordUid, uid);
    const isTold = async (write: PromiseLike<unknown>) => {
      await letADayPass();
      await write;
      return [await changed('records', 'coach'), await changed('records', 'awayCoach')];
    };
    expect(await isTold(db.insert(tables.syncFiles).values({ recordUid: uid, state: 'needs_sending' }))).toEqual([
      true,
      false,
    ]);
    expect(await isTold(db.update(tables.syncFiles).set({ state: 'sending' }).where(file))).toEqual([true, false]);
    expect(await isTold(db.update(tables.syncFiles).set({ sentBytes: 5 }).where(file))).toEqual([false, false]);
    const whyNot = 'sync.noAnswer';
    expect(await isTold(db.update(tables.syncFiles).set({ whyNot }).where(file))).toEqual([true, false]);
    expect(await isTold(db.update(tables.syncFiles).set({ freedAt: new Date() }).where(file))).toEqual([true, false]);
    expect(await isTold(db.delete(tables.syncFiles).where(file))).toEqual([true, false]);
  });

  it('is not a statement that changed no row, nor one that was rolled back, to a savepoint or whole', async () => {
    await db.delete(tables.exercises).where(eq(tables.exercises.id, 0));
    await expect(
      db.transaction(async (tx) => {
        await addExercise(tx, { clientId: home, name: 'never' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await changed('exercises', 'coach')).toBe(false);
    await db.transaction(async (tx) => {
      await tx
        .transaction(async (inner) => {
          await addExercise(inner, { clientId: home, name: 'never' });
          throw new Error('no');
        })
        .catch(() => undefined);
      // What the savepoint took back is marked again.
      await addExercise(tx, { clientId: home, name: 'after all' });
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
    const exercise = (name: string) => (tx: Queryable) => addExercise(tx, { clientId: home, name });
    const group = (name: string) => (tx: Queryable) => addGroup(tx, { clientId: home, name });
    await Promise.all([write(0, exercise('w0'), group('w0')), write(1, group('w1'), exercise('w1'))]);
    expect([await changed('exercises', 'coach'), await changed('groups', 'coach')]).toEqual([true, true]);
  });

  it('mark when they commit: a reader who came before has to read again, however long the transaction was', async () => {
    await db.transaction(async (tx) => {
      await addExercise(tx, { clientId: home, name: 'restored' });
      // An hour passes before the transaction ends.
      await tx.execute(sql`update changes set changed_at = changed_at - interval '1 hour'`);
    });
    expect(await changed('exercises', 'coach')).toBe(true);
  });

  it('mark once a transaction, however many statements', async () => {
    await db.execute(sql`delete from changes`);
    await db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await addExercise(tx, { clientId: home, name: `once ${n}` });
    });
    expect(await marks()).toEqual([`exercises ${home}`]);
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

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
