import { RecordFilters } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { openTestDatabase, type TestDatabase, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';
import { listRecords } from './list-records.ts';
import { keepSeenRecords, type SeenRecords } from './seen-records.ts';

let test: TestDatabase;
let seenRecords: SeenRecords;
const users = 12;

beforeAll(async () => {
  test = await openTestDatabase();
  seenRecords = keepSeenRecords(test.database.db, systemClock);
  const run = (text: string) => test.database.db.execute(text);
  const numbered = (table: string, columns: string, values: string, n: number) =>
    run(`INSERT INTO ${table} (id, uid, ${columns}) OVERRIDING SYSTEM VALUE
      SELECT i, gen_random_uuid(), ${values} FROM generate_series(1, ${n}) i`);
  await numbered('clients', 'name, display_name', `'c' || i, 'C'`, 2);
  await numbered('groups', 'client_id, name', `1 + i % 2, 'g' || i`, 6);
  await numbered(
    'users',
    'client_id, mail, firstname, lastname',
    `1 + i % 2, i || '@x.fr', 'Ana', 'Durand' || i`,
    users,
  );
  await run(`INSERT INTO group_members (group_id, user_id) SELECT 1 + i % 6, i FROM generate_series(1, ${users}) i`);
  await numbered(
    'devices',
    'client_id, number, name, secret_hash, group_id',
    `1 + i % 2, i, 'd' || i, '', 1 + i % 6`,
    5,
  );
  // Many of a time, devices and athletes of the other client too, some without any of them.
  await numbered(
    'records',
    'client_id, device_id, group_id, source, basename, started_at, start_us, decode_state, favorite, record_type',
    `1 + i % 2, nullif(i % 6, 0), nullif(i % 7, 0), 'csv', 'seance-' || i, to_timestamp(i % 40), 0, 'done', i % 5 = 0,
      CASE WHEN i % 4 = 0 THEN 'calib' ELSE 'record' END`,
    300,
  );
  await run(`INSERT INTO record_users (record_id, user_id)
    SELECT i, 1 + (i * k) % ${users} FROM generate_series(1, 300) i, generate_series(1, 2) k WHERE i % 3 > 0 GROUP BY 1, 2`);
  // Moved afterwards, as a record whose clock was wrong.
  await run(`UPDATE records SET started_at = to_timestamp(id % 11) WHERE id % 10 = 0`);
  await run(`DELETE FROM record_users WHERE record_id % 17 = 0`);
  await run('ANALYZE');
}, 120_000);
afterAll(() => test.close());

const viewers = fc.record({
  scope: fc.constantFrom('everything', 'client', 'groups', 'own' as const),
  userId: fc.integer({ min: 1, max: users }),
  clientId: fc.constantFrom(1, 2),
  groupIds: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
});
const asked = fc.record({
  type: fc.constantFrom('all', 'new', 'associated' as const),
  onlyFavorite: fc.boolean(),
  record_type: fc.constantFrom([], ['calib'], ['calib', 'record']),
  deviceIds: fc.constantFrom([], [], [1, 4]),
  userIds: fc.constantFrom([], [], [2, 3]),
  clientIds: fc.constantFrom([], [], [1], [1, 2]),
  search: fc.constantFrom('', '', 'seance-1', 'durand3', 'd4', 'zzz'),
  pageId: fc.integer({ min: 1, max: 8 }),
  pageSize: fc.constantFrom(10, 37, -1),
});

it('lists the same as looking at every record, whoever asks for whatever page', async () => {
  const { db } = test.database;
  const { records } = tables;
  await fc.assert(
    fc.asyncProperty(viewers, asked, async ({ scope, ...who }, body) => {
      const viewer: Viewer = { scope, principal: { ...who, roles: [] } };
      const filters = RecordFilters.parse(body);
      const found = await listRecords(db, seenRecords, viewer, filters);
      if ('code' in found) throw new Error(found.code);
      const text = `%${body.search}%`;
      const oneOf = (column: string, ids: readonly (number | string)[]) =>
        ids.length === 0
          ? sql`true`
          : sql`${sql.raw(column)}::text IN (${sql.join(
              ids.map((id) => sql`${String(id)}`),
              sql`, `,
            )})`;
      const all = await db.execute<{ id: number }>(sql`
        SELECT id FROM ${records} WHERE ${visibleTo(db, viewer) ?? sql`true`}
          AND ${scope === 'everything' ? sql`true` : sql`client_id = ${who.clientId}`}
          AND ${oneOf('client_id', body.clientIds)} AND ${oneOf('record_type', body.record_type)} AND ${oneOf('device_id', body.deviceIds)}
          AND (favorite OR NOT ${body.onlyFavorite})
          AND (${body.type} = 'all' OR (${body.type} = 'associated') = EXISTS (SELECT 1 FROM record_users u WHERE u.record_id = records.id))
          AND EXISTS (SELECT 1 FROM (SELECT 1) AS one LEFT JOIN record_users u ON u.record_id = records.id WHERE ${oneOf('u.user_id', body.userIds)})
          AND (basename ILIKE ${text} OR EXISTS (SELECT 1 FROM devices d WHERE d.id = device_id AND ' ' || d.name || ' ' || d.number ILIKE
              ${body.search.length < 3 ? `% ${body.search}%` : text})
            OR EXISTS (SELECT 1 FROM record_users u JOIN users p ON p.id = u.user_id WHERE u.record_id = records.id AND p.lastname ILIKE ${text}))
        ORDER BY started_at DESC, id DESC`);
      const ids = all.rows.map(({ id }) => id);
      const { pageId, pageSize } = body;
      const page = pageSize > 0 ? ids.slice((pageId - 1) * pageSize, pageId * pageSize) : ids;
      expect({ ids: found.ids, total: found.total }).toEqual({ ids: page, total: ids.length });
    }),
    { numRuns: 150 },
  );
}, 120_000);
