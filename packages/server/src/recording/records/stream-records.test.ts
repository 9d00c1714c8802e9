import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { RecordList } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { readRecords } from './list-records.ts';
import { openTestClub } from './open-test-club.ts';
import { presentRecords } from './present-records.ts';
import { streamRecords } from './stream-records.ts';

const { room, decodedUpload } = await openTestClub();
const manager = { principal: { userId: 1, clientId: 1, roles: ['Manager' as const], groupIds: [] } };
afterAll(() => room.close());

/** So many copies of one record. */
async function copies(count: number): Promise<number[]> {
  const id = await decodedUpload('a.csv', 'T (s),power (W)\n0,100\n1,200\n');
  const [row] = await readRecords(room.database.db, [id]);
  if (row === undefined) throw new Error('no record');
  const { id: _, ...rest } = row;
  const all: number[] = [];
  for (let at = 0; at < count; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - at) }, (__, n) => ({
      ...rest,
      uid: randomUUID(),
      basename: `é ${at + n}`,
    }));
    const made = await room.database.db.insert(tables.records).values(rows).returning({ id: tables.records.id });
    all.push(...made.map((one) => one.id));
  }
  return all;
}

test('all records of a long list are the contract’s reply, in order, and one that is gone meanwhile is left out', async () => {
  const ids = await copies(1234);
  const { db } = room.database;
  await db.execute(sql`DELETE FROM records WHERE id = ${ids[600]}`);
  const { body, status } = streamRecords(
    db,
    { ...manager, scope: 'client' },
    ids,
    { total: 1234, total_is_estimate: true },
    () => new Map(),
  );
  if (!(body instanceof Readable)) throw new Error('not streamed');
  const reply = RecordList.parse(JSON.parse(await text(body)));
  expect([status, reply.total, reply.total_is_estimate]).toEqual([200, 1234, true]);
  expect(reply.records.map(({ id }) => id)).toEqual(ids.filter((_, n) => n !== 600));
  expect(reply.records.at(-1)?.basename).toBe('é 1233');
});

test('more records than a statement has parameters are presented', async () => {
  const { db } = room.database;
  const [row] = await readRecords(db, [await decodedUpload('b.csv', 'T (s),power (W)\n0,1\n1,2\n')]);
  if (row === undefined) throw new Error('no record');
  const many = Array.from({ length: 70_000 }, (_, n) => ({ ...row, id: n + 1_000_000 }));
  expect(await presentRecords(db, { ...manager, scope: 'everything' }, many)).toHaveLength(70_000);
});
