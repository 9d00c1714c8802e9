import { isRefusal, RecordFilters } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';
import { listRecords } from './list-records.ts';
import { keepSeenRecords, type SeenRecords } from './seen-records.ts';
import { sortedAtMost } from './sort-records.ts';
import { sumRecords } from './sum-records.ts';

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
  await run(`INSERT INTO sports (id, uid, name, display_name) OVERRIDING SYSTEM VALUE VALUES
    (91, gen_random_uuid(), 'zz1', '{"fr": "Zumba", "en": "Aerobics"}'), (92, gen_random_uuid(), 'zz2', '{"fr": "Escalade", "en": "Climbing"}')`);
  // Many of a time, devices and athletes of the other client too, some without any of them.
  await numbered(
    'records',
    'client_id, device_id, group_id, source, basename, started_at, start_us, decode_state, favorite, record_type, sport_id, exercise_name, duration_seconds, size_bytes',
    `1 + i % 2, nullif(i % 6, 0), nullif(i % 7, 0), 'csv', 'seance-' || i, to_timestamp(i % 40), 0, 'done', i % 5 = 0,
      CASE WHEN i % 4 = 0 THEN 'calib' ELSE 'record' END, CASE WHEN i % 5 > 1 THEN 91 + i % 2 END, CASE WHEN i % 3 = 0 THEN 'Ex ' || i % 7 END,
      i % 23, i % 31`,
    300,
  );
  await run(`INSERT INTO record_users (record_id, user_id)
    SELECT i, 1 + (i * k) % ${users} FROM generate_series(1, 300) i, generate_series(1, 2) k WHERE i % 3 > 0 GROUP BY 1, 2`);
  // Moved afterwards, as a record whose clock was wrong.
  await run(`UPDATE records SET started_at = to_timestamp(id % 11) WHERE id % 10 = 0`);
  await run(`DELETE FROM record_users WHERE record_id % 17 = 0`);
  for (const table of ['records', 'groups']) await run(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), 1000)`);
  await run('ANALYZE');
}, 120_000);
afterAll(() => test.close());

const viewers = fc.record({
  scope: fc.constantFrom('everything', 'client', 'groups', 'own' as const),
  userId: fc.integer({ min: 1, max: users }),
  clientId: fc.constantFrom(1, 2),
  groupIds: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
});
const nowMs = Date.UTC(2026, 10, 22);
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
  sort_by: fc.constantFrom(
    'date',
    'date',
    'athletes',
    'sport',
    'exercise',
    'group',
    'device',
    'duration',
    'size' as const,
  ),
  sort_desc: fc.boolean(),
  language: fc.constantFrom('fr', 'en' as const),
});
/** As it is read from the row, and what the date's own direction is. */
const compared = {
  athletes: `(SELECT min(lower(p.lastname || ' ' || p.firstname)) FROM record_users u JOIN users p ON p.id = u.user_id WHERE u.record_id = records.id)`,
  sport: {
    fr: `(SELECT lower(display_name ->> 'fr') FROM sports WHERE id = sport_id)`,
    en: `(SELECT lower(display_name ->> 'en') FROM sports WHERE id = sport_id)`,
  },
  exercise: 'lower(exercise_name)',
  group: '(SELECT lower(name) FROM groups WHERE id = group_id)',
  device: '(SELECT lower(name) FROM devices WHERE id = device_id)',
  duration: 'duration_seconds',
  size: 'size_bytes',
};
function orderOf({
  sort_by,
  sort_desc,
  language,
}: {
  sort_by: 'date' | keyof typeof compared;
  sort_desc: boolean;
  language: 'fr' | 'en';
}) {
  const direction = sort_desc ? 'DESC' : 'ASC';
  if (sort_by === 'date') return sql.raw(`started_at ${direction}, id ${direction}`);
  const key = compared[sort_by];
  return sql.raw(`${typeof key === 'string' ? key : key[language]} ${direction} NULLS LAST, started_at DESC, id DESC`);
}

it('lists and adds up the same as looking at every record, whoever asks for whatever page', async () => {
  const { db } = test.database;
  const { records } = tables;
  await fc.assert(
    fc.asyncProperty(viewers, asked, async ({ scope, ...who }, body) => {
      const viewer: Viewer = { scope, principal: { ...who, roles: [] } };
      const filters = RecordFilters.parse(body);
      const found = await listRecords(db, seenRecords, viewer, filters, nowMs);
      if (isRefusal(found)) throw new Error(found.code);
      const text = `%${body.search}%`;
      const oneOf = (column: string, ids: readonly (number | string)[]) =>
        ids.length === 0
          ? sql`true`
          : sql`${sql.raw(column)}::text IN (${sql.join(
              ids.map((id) => sql`${String(id)}`),
              sql`, `,
            )})`;
      const all = await db.execute<{ id: number; duration: number; size: number }>(sql`
        SELECT id, duration_seconds AS duration, size_bytes::float8 AS size FROM ${records} WHERE ${visibleTo(db, viewer) ?? sql`true`}
          AND ${scope === 'everything' ? sql`true` : sql`client_id = ${who.clientId}`}
          AND ${oneOf('client_id', body.clientIds)} AND ${oneOf('record_type', body.record_type)} AND ${oneOf('device_id', body.deviceIds)}
          AND (favorite OR NOT ${body.onlyFavorite})
          AND (${body.type} = 'all' OR (${body.type} = 'associated') = EXISTS (SELECT 1 FROM record_users u WHERE u.record_id = records.id))
          AND EXISTS (SELECT 1 FROM (SELECT 1) AS one LEFT JOIN record_users u ON u.record_id = records.id WHERE ${oneOf('u.user_id', body.userIds)})
          AND (basename ILIKE ${text} OR EXISTS (SELECT 1 FROM devices d WHERE d.id = device_id AND ' ' || d.name || ' ' || d.number ILIKE
              ${body.search.length < 3 ? `% ${body.search}%` : text})
            OR EXISTS (SELECT 1 FROM record_users u JOIN users p ON p.id = u.user_id WHERE u.record_id = records.id AND p.lastname ILIKE ${text}))
        ORDER BY ${orderOf(body)}`);
      const ids = all.rows.map(({ id }) => id);
      const { pageId, pageSize } = body;
      const page = pageSize > 0 ? ids.slice((pageId - 1) * pageSize, pageId * pageSize) : ids;
      expect({ ids: found.ids, total: found.total }).toEqual({ ids: page, total: ids.length });
      const sum = (key: 'duration' | 'size') => all.rows.reduce((total, row) => total + row[key], 0);
      expect(await sumRecords(db, seenRecords, viewer, filters, nowMs)).toEqual({
        duration: sum('duration'),
        size: sum('size'),
      });
    }),
    { numRuns: 150 },
  );
}, 120_000);

const admin: Viewer = { scope: 'everything', principal: { userId: 1, clientId: 1, groupIds: [], roles: [] } };
const coach: Viewer = {
  scope: 'groups',
  principal: { userId: 1, clientId: 1, groupIds: [1, 2, 3, 4, 5, 6], roles: [] },
};

it.each([
  ['by walking', admin],
  ['among what a coach sees', coach],
])('searches find the sport, the group, the day and the comment, alone and together, %s', async (_, viewer) => {
  const { db } = test.database;
  const insert = async (name: string, day: string, sportId: number | null, groupId: number | null, comment: string) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      INSERT INTO records (uid, client_id, device_id, source, basename, started_at, start_us, decode_state, sport_id, group_id, comment)
      VALUES (gen_random_uuid(), 1, 1, 'csv', ${name}, ${day}::timestamptz, 0, 'done', ${sportId}, ${groupId}, ${comment}) RETURNING id`);
    return rows[0]?.id ?? 0;
  };
  const { rows } = await db.execute<{ id: number }>(
    sql`INSERT INTO groups (uid, client_id, name) VALUES (gen_random_uuid(), 1, 'Équipe senior') RETURNING id`,
  );
  const senior = rows[0]?.id ?? 0;
  const climbed = await insert('alpha', '2026-05-16T08:00:00Z', 92, 1, '');
  const danced = await insert('alpha', '2026-05-16T22:30:00Z', 91, senior, 'vent de travers');
  const find = async (search: string, timezone = 'UTC') => {
    const body = RecordFilters.parse({ search, timezone, pageSize: -1, clientIds: [1] });
    const found = await listRecords(db, seenRecords, viewer, body, nowMs);
    if (isRefusal(found)) throw new Error(found.code);
    return found.ids.filter((id) => id === climbed || id === danced).sort((a, b) => a - b);
  };
  for (const search of ['escalade', 'Climbing', 'ESCA', 'alpha escalade', 'climbing 16 mai']) {
    expect(await find(search), search).toEqual([climbed]);
  }
  for (const search of ['vent de travers', 'zumba', 'equipe senior', 'senior 16/05/2026']) {
    expect(await find(search), search).toEqual([danced]);
  }
  expect(await find('16 mai 2026')).toEqual([climbed, danced]);
  expect(await find('May 16')).toEqual([climbed, danced]);
  // In the zone of who asks, the second is of the day after.
  expect(await find('2026-05-16', 'Europe/Paris')).toEqual([climbed]);
  expect(await find('escalade 17 mai')).toEqual([]);
  expect(await find('zumba escalade')).toEqual([]);
  await db.execute(sql`DELETE FROM records WHERE id IN (${climbed}, ${danced})`);
  await db.execute(sql`DELETE FROM groups WHERE id = ${senior}`);
});

it('a list that is too long to be sorted by what no index holds, or to be added up, says so; by date it is answered', async () => {
  const { db } = test.database;
  await db.execute(sql`INSERT INTO records (uid, client_id, source, basename, started_at, start_us, decode_state)
    SELECT gen_random_uuid(), 2, 'csv', 'many', now(), 0, 'done' FROM generate_series(1, ${sortedAtMost}) i`);
  const ask = (sort_by: string) =>
    listRecords(db, seenRecords, admin, RecordFilters.parse({ sort_by, clientIds: [2] }), nowMs);
  expect(await ask('duration')).toMatchObject({ code: 'list.tooLongToSort' });
  expect(await ask('date')).toMatchObject({ ids: { length: 10 } });
  const sum = (more: object) =>
    sumRecords(db, seenRecords, admin, RecordFilters.parse({ clientIds: [2], ...more }), nowMs);
  expect(await sum({})).toEqual({ duration: null, size: null });
  expect(await sum({ search: 'seance-7' })).toEqual({ duration: expect.any(Number), size: expect.any(Number) });
  await db.execute(sql`DELETE FROM records WHERE basename = 'many'`);
}, 60_000);
