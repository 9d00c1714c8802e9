import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable } from '../database/index.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing.ts';
import {
  applyRows,
  changesSince,
  forgetDeletions,
  type GivenTable,
  type LogPosition,
  type RowChange,
  readPosition,
  readTable,
  stageRows,
} from './index.ts';
import { logged, lookAtRows, type Seen, type SeenRow } from './look-at-rows.ts';
import { deeds } from './make-test-deeds.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

const db = () => test.database.db;
const run = (text: string, tx: Queryable = db()) => tx.execute(sql.raw(text));
const look = () => lookAtRows(db());

/** Asks the log in one snapshot. */
const inSnapshot = <T>(ask: (tx: Queryable) => Promise<T>) =>
  db().transaction(ask, { isolationLevel: 'repeatable read' });

async function told(since: LogPosition, clientId?: number): Promise<RowChange[]> {
  return inSnapshot(async (tx) => {
    const found: RowChange[] = [];
    const changes = await changesSince(tx, since, clientId);
    if (changes === undefined) throw new Error('nobody knows any more');
    for await (const change of changes) found.push(change);
    return found;
  });
}
const keyOf = ({ table, uid, otherUid }: RowChange) => `${table} ${uid} ${otherUid}`;
const keysOf = (changes: readonly RowChange[], isDeleted: boolean) =>
  new Set(changes.filter((one) => one.isDeleted === isDeleted).map(keyOf));

/** What the log says since then is what differs between the rows of then and of now, and nothing that nobody wrote. */
async function expectExact(before: Seen, now: Seen): Promise<void> {
  const all = await told(before.position);
  const [living, deleted] = [keysOf(all, false), keysOf(all, true)];
  const differing = (of: (row: SeenRow) => unknown) =>
    [...now.rows].filter(([key, row]) => {
      const then = before.rows.get(key);
      return then === undefined || of(then) !== of(row);
    });
  const written = differing(({ content, clientId }) => `${content} ${clientId}`);
  expect([...living]).toEqual(expect.arrayContaining(written.map(([key]) => key)));
  const touched = new Set(differing((row) => row.written).map(([key]) => key));
  expect([...living].filter((key) => !touched.has(key))).toEqual([]);
  const gone = [...before.rows.keys()].filter((key) => !now.rows.has(key));
  expect([...deleted]).toEqual(expect.arrayContaining(gone));
  expect([...deleted].filter((key) => now.rows.has(key) && !living.has(key))).toEqual([]);
  expect(all.length).toBe(new Set(all.map((one) => `${keyOf(one)} ${one.clientId}`)).size);
  for (const clientId of new Set([...before.rows.values(), ...now.rows.values()].map((row) => row.clientId))) {
    if (clientId === null) continue;
    const own = await told(before.position, clientId);
    const isOwn = ([, row]: readonly [string, SeenRow]) => row.clientId === clientId;
    const left = [...before.rows].filter(isOwn).filter(([key]) => now.rows.get(key)?.clientId !== clientId);
    expect([...keysOf(own, true)]).toEqual(expect.arrayContaining(left.map(([key]) => key)));
    expect([...keysOf(own, false)]).toEqual(expect.arrayContaining(written.filter(isOwn).map(([key]) => key)));
    const others = [...keysOf(own, false)].filter((key) => (now.rows.get(key)?.clientId ?? clientId) !== clientId);
    expect(others).toEqual([]);
  }
}

async function leave(): Promise<GivenTable[]> {
  const given: GivenTable[] = [];
  for (const table of logged) {
    const lines: string[] = [];
    await db().transaction(async (tx) => {
      for await (const line of readTable(tx, table, () => sql`true`)) lines.push(line);
    });
    given.push({
      ...{ name: table.name, columns: table.columns.map(({ name }) => name), rows: lines.length },
      async *lines() {
        yield* lines;
      },
    });
  }
  return given;
}

const arrive = (given: readonly GivenTable[]) =>
  db().transaction(async (tx) => applyRows(tx, await stageRows(tx, given, new AbortController().signal), {}));

type Step = {
  readonly how: 'do' | 'undo' | 'undoPart' | 'long' | 'leave' | 'arrive' | 'look';
  readonly deed: string;
  readonly pick: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  how: fc.oneof(
    { weight: 24, arbitrary: fc.constant<Step['how']>('do') },
    { weight: 5, arbitrary: fc.constantFrom<Step['how'][]>('undo', 'undoPart', 'long') },
    { weight: 3, arbitrary: fc.constantFrom<Step['how'][]>('leave', 'arrive', 'arrive') },
    { weight: 2, arbitrary: fc.constant<Step['how']>('look') },
  ),
  deed: fc.constantFrom(...Object.keys(deeds)),
  pick: fc.nat(1000),
});

/** Takes the steps; answers what was seen on the way. */
async function take(steps: readonly Step[]): Promise<Seen[]> {
  const seen: Seen[] = [await look()];
  // A restore finds something to bring back from the first step on.
  let left = await leave();
  for (const { how, deed, pick } of steps) {
    const text = deeds[deed]?.(pick) ?? '';
    if (how === 'do') await run(text);
    else if (how === 'look') seen.push(await look());
    else if (how === 'leave') left = await leave();
    else if (how === 'arrive') await arrive(left);
    else if (how === 'undo') {
      await db()
        .transaction(async (tx) => {
          await run(text, tx);
          throw new Error('undone');
        })
        .catch(() => undefined);
    } else if (how === 'undoPart') {
      await db().transaction(async (tx) => {
        await run(`savepoint part; ${text}; rollback to savepoint part`, tx);
        await run(deeds.addExercise?.(pick) ?? '', tx);
        await run(text, tx);
      });
    } else if (how === 'long') {
      await db().transaction(async (tx) => {
        await run(text, tx);
        // Others come after it and are there before it: who reads now has seen them, and not it.
        await run(deeds.addSport?.(pick) ?? '');
        seen.push(await look());
      });
    }
  }
  return seen;
}

describe('the log of changes', () => {
  it('says exactly what changed since any moment, whatever was done, undone, moved, deleted and restored', async () => {
    const first = ['addClient', 'addClient', 'addPeople', 'addRecords', 'addDevice', 'addGroup'];
    for (const [pick, deed] of first.entries()) await run(deeds[deed]?.(pick) ?? '');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const seen = await take(steps);
        const now = await look();
        for (const before of seen) await expectExact(before, now);
      }),
      // Each example goes on from where the last one left the rows: none is shrunk.
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  it('tells who has a row now, with the record that it hangs on, that it is deleted', async () => {
    const lay = [
      'addClient',
      'addClient',
      'addPeople',
      'addDevice',
      'addRecords',
      'addSelection',
      'addStep',
      'addProblem',
    ];
    for (const deed of lay) await run(deeds[deed]?.(0) ?? '');
    await run('insert into record_users (record_id, user_id) select r.id, u.id from records r, users u');
    const { rows } = await run('select id from clients order by id');
    const [home, away] = rows.map(({ id }) => Number(id));
    const hanging = ['record_errors', 'record_steps', 'record_users', 'selections'];
    const toldOf = async (since: LogPosition, clientId: number | undefined, isDeleted: boolean) => {
      const changes = (await told(since, clientId)).filter((change) => change.isDeleted === isDeleted);
      return [...new Set(changes.map(({ table }) => table))].filter((table) => hanging.includes(table)).sort();
    };
    const before = await readPosition(db());
    await run(`update records set client_id = ${away}`);
    expect(await toldOf(before, home, true)).toEqual(hanging);
    expect(await toldOf(before, away, false)).toEqual(hanging);
    const moved = await readPosition(db());
    await run('delete from selections; delete from record_steps; delete from record_errors; delete from record_users');
    expect(await toldOf(moved, away, true)).toEqual(hanging);
    expect(await toldOf(moved, home, true)).toEqual([]);
  });

  it('takes an update that changes nothing for none', async () => {
    for (const deed of ['addClient', 'addPeople', 'addRecords', 'addSelection']) await run(deeds[deed]?.(0) ?? '');
    const before = await readPosition(db());
    await run(`update records set comment = comment; update users set firstname = 'f', client_id = client_id;
      update selections set num = num; update clients set display_name = display_name`);
    expect(await told(before)).toEqual([]);
    await run(`update users set firstname = case id when (select min(id) from users) then 'other' else firstname end`);
    expect((await told(before)).map(({ table }) => table)).toEqual(['users']);
  });

  it('is read in one snapshot: deletions that are forgotten meanwhile are told all the same', async () => {
    await run(deeds.addSport?.(0) ?? '');
    const before = await readPosition(db());
    await run('delete from sports');
    await expect(db().transaction((tx) => changesSince(tx, before))).rejects.toThrow('repeatable read');
    const found = await inSnapshot(async (tx) => {
      const changes = await changesSince(tx, before);
      expect(await forgetDeletions(db(), 0)).toBe(1);
      const all: RowChange[] = [];
      for await (const change of changes ?? []) all.push(change);
      return all;
    });
    expect(found.map(({ table, isDeleted }) => [table, isDeleted])).toEqual([['sports', true]]);
    expect(await inSnapshot((tx) => changesSince(tx, before))).toBeUndefined();
  });

  it('has every table whose rows have a uid, and an entry for each row that is there', async () => {
    const { rows } = await run(`select tgrelid::regclass::text as name from pg_trigger where tgname = 'log_deleted'`);
    expect(rows.map(({ name }) => name).sort()).toEqual(logged.map(({ name }) => name).sort());
  });

  it('knows nothing of another database, of moments to come and of nonsense', async () => {
    const position = await readPosition(db());
    const [system, snapshot] = position.split('/');
    const strange = [`1/${snapshot}`, `${system}/999999999:999999999:`, `${system}/5:3:`, `${system}/1:9:9,x`, 'x', ''];
    const ask = (since: string) => inSnapshot((tx) => changesSince(tx, since));
    for (const one of strange) expect([one, await ask(one)]).toEqual([one, undefined]);
  });

  it('forgets the oldest deletions beyond what it may remember, and says so to who has not heard of them', async () => {
    const add = () =>
      run(
        `insert into sports (uid, name, display_name) select gen_random_uuid(), 's' || k, '{"fr":"","en":""}' from generate_series(1, 5) k`,
      );
    await add();
    const before = await readPosition(db());
    for (let k = 1; k <= 5; k += 1) await run(`delete from sports where name = 's${k}'`);
    const after = await readPosition(db());
    expect(await forgetDeletions(db(), 5)).toBe(0);
    expect((await told(before)).length).toBe(5);
    expect(await forgetDeletions(db(), 3)).toBe(2);
    expect(await inSnapshot((tx) => changesSince(tx, before))).toBeUndefined();
    expect(await told(after)).toEqual([]);
    await run(`update row_changes set changed_at = changed_at - interval '401 days'`);
    expect(await forgetDeletions(db())).toBe(3);
    expect(await told(await readPosition(db()))).toEqual([]);
    await add();
    expect(keysOf(await told(after), false).size).toBe(5);
  });

  it('lets writers go on beside one another: two that edit each other’s tables in opposite order both commit', async () => {
    await run(`insert into clients (uid, name, display_name) values ('${randomUUID()}', 'c', 'c')`);
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = (mine: number, first: string, second: string) =>
      db().transaction(async (tx) => {
        await run(first, tx);
        both[mine]?.resolve();
        await both[1 - mine]?.promise;
        await run(second, tx);
      });
    const [group, exercise] = [deeds.addGroup?.(0) ?? '', deeds.addExercise?.(0) ?? ''];
    const before = await readPosition(db());
    await Promise.all([write(0, group, exercise), write(1, exercise.replace("'e", "'f"), group.replace("'g", "'h"))]);
    expect((await told(before)).map(({ table }) => table).sort()).toEqual([
      'exercises',
      'exercises',
      'groups',
      'groups',
    ]);
  });
});
