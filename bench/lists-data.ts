import type { Db } from '@sillage/server/platform/database';

/** Rows of each table. Half of all that belongs to a client is the first client's. */
export interface ListSizes {
  readonly users: number;
  readonly records: number;
  readonly tasks: number;
  readonly groups: number;
  /** Devices, modules, configurations and external sensors each. */
  readonly equipment: number;
  /** Of tables that an administrator fills by hand. */
  readonly catalogue: number;
  readonly clients: number;
}

export const people = {
  manager: 'manager@bench.test',
  coach: 'coach@bench.test',
  headCoach: 'head@bench.test',
} as const;

const groupsOfCoach = 3;
const groupsOfHeadCoach = 20;

/** Ids of made rows begin after those that a fresh server has. */
const first = 1000;
const longTables = ['users', 'group_members', 'records', 'record_users', 'athlete_records', 'tasks', 'task_records'];

/**
 * Fills a fresh server's tables by one INSERT … SELECT each; the administrator's password is everybody's. Triggers and
 * foreign keys rest meanwhile (what triggers keep is made as they would have left it), indexes are made afterwards.
 */
export async function fillLists(db: Db, sizes: ListSizes): Promise<void> {
  await db.transaction(async (tx) => {
    const run = (text: string) => tx.execute(text);
    await run(`SET LOCAL session_replication_role = replica`);
    await run(`SET LOCAL maintenance_work_mem = '512MB'`);
    const indexes = await tx.execute<{ name: string; made: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
        WHERE indrelid::regclass::text IN (${longTables.map((table) => `'${table}'`).join(',')}) AND NOT indisunique`,
    );
    for (const { name } of indexes.rows) await run(`DROP INDEX ${name}`);
    for (const statement of statements(sizes)) await run(statement);
    for (const { made } of indexes.rows) await run(made);
  });
  await db.execute('VACUUM ANALYZE');
}

function statements({ users, records, tasks, groups, equipment, catalogue, clients }: ListSizes): string[] {
  const series = (n: number) => `generate_series(0, ${n - 1}) AS i`;
  /** Even rows are the first client's. */
  const client = `CASE WHEN i % 2 = 0 THEN ${first} ELSE ${first} + (i / 2) % ${clients} END`;
  const word = (names: readonly string[], by = 1) =>
    `(ARRAY[${names.map((name) => `'${name}'`).join(',')}])[1 + (i / ${by}) % ${names.length}]`;
  const firstnames = word(['Ana', 'Bruno', 'Chloé', 'Driss', 'Élodie', 'Farid', 'Gaëlle', 'Hugo', 'Inès', 'Jules']);
  const lastnames = word(['Arnaud', 'Bernard', 'Caron', 'Durand', 'Evrard', 'Fabre', 'Girard'], 10);
  const id = `${first} + i`;
  const insert = (table: string, columns: string, values: string, n: number) =>
    `INSERT INTO ${table} (id, uid, ${columns}) OVERRIDING SYSTEM VALUE SELECT ${id}, gen_random_uuid(), ${values} FROM ${series(n)}`;
  const ofEquipment = (table: string, columns: string, values: string) =>
    insert(table, `client_id, name, ${columns}`, `${client}, '${table} ' || i, ${values}`, equipment);
  const hash = `(SELECT password_hash FROM users WHERE password_hash IS NOT NULL ORDER BY id LIMIT 1)`;
  const person = (mail: string, role: string, n: number) =>
    `INSERT INTO users (id, uid, client_id, mail, password_hash, firstname, lastname, roles, terms_accepted)
      OVERRIDING SYSTEM VALUE SELECT ${first} - ${n}, gen_random_uuid(), ${first}, '${mail}', ${hash}, 'Bench', 'Bench', '{${role}}', true`;
  const record = (i: string) => `(${first} + (${i}) % ${records})`;
  const memberOf = (n: number, groups: number) =>
    `INSERT INTO group_members (group_id, user_id) SELECT id, ${first} - ${n} FROM groups WHERE client_id = ${first} ORDER BY id LIMIT ${groups}`;
  return [
    'TRUNCATE row_counts',
    insert('clients', 'name, display_name', `'club-' || i, 'Club ' || i`, clients),
    insert('sports', 'name, display_name', `'sport-' || i, '{"fr":"Sport","en":"Sport"}'`, catalogue),
    insert(
      'users',
      'client_id, mail, firstname, lastname, roles, terms_accepted, created_at',
      `${client}, 'person-' || i || '@bench.test', ${firstnames}, ${lastnames} || ' ' || i, '{Athlete}', true, timestamptz '2025-01-01' + i * interval '1 minute'`,
      users,
    ),
    person(people.manager, 'Manager', 1),
    person(people.coach, 'Coach', 2),
    person(people.headCoach, 'Coach', 3),
    insert('groups', 'client_id, name', `${client}, 'Groupe ' || i`, groups),
    // Both even or both odd, so that a person's group is of the same kind of client.
    `INSERT INTO group_members (group_id, user_id) SELECT ${first} + (i % ${groups}), ${first} + i FROM ${series(users)}`,
    memberOf(2, groupsOfCoach),
    memberOf(3, groupsOfHeadCoach),
    insert('exercises', 'client_id, name', `${client}, 'exercises ' || i`, groups),
    ofEquipment('configs', 'config', `'{"modules":{}}'`),
    ofEquipment('devices', 'number, secret_hash, group_id', `10000000 + i, '', ${first} + i % ${groups}`),
    ofEquipment('modules', 'type', `'imu'`),
    ofEquipment('meca_sensors', 'type', `'force'`),
    insert('sensors', 'name, type', `'Sensor ' || i, 'imu'`, catalogue),
    insert('hubs', 'number, name', `i, 'Mallette ' || i`, catalogue),
    ...['device', 'hardware'].map(
      (kind, n) =>
        `INSERT INTO releases (uid, kind, version, target, filename, size_bytes, sha256, notes)
        SELECT gen_random_uuid(), '${kind}', '1.${n}.' || i, 'maxi', 'a.bin', 1, 'x', '{"fr":"","en":""}' FROM ${series(catalogue)}`,
    ),
    insert('cloud_urls', 'name, url', `'Cloud ' || i, 'https://cloud-' || i || '.test'`, catalogue),
    insert(
      'records',
      'client_id, device_id, group_id, sport_id, source, basename, started_at, start_us, decode_state, has_athlete, favorite, record_type, comment, exercise_name',
      `${client}, ${first} + i % ${equipment}, CASE WHEN i % 3 = 0 THEN ${first} + (i % ${groups}) END, ${first} + i % ${catalogue},
      'csv', 'seance-' || i, timestamptz '2020-01-01' + i * interval '3 minutes', 0, 'done', i % 20 < 18, i % 100 = 0,
      CASE WHEN i % 50 = 0 THEN 'calib' ELSE 'record' END, CASE WHEN i % 1000 = 0 THEN 'vent de face' ELSE '' END, 'exercises ' || (i % ${groups})`,
      records,
    ),
    `INSERT INTO record_users (record_id, user_id) SELECT ${id}, ${first} + i % ${users} FROM ${series(records)} WHERE i % 20 < 18`,
    `INSERT INTO athlete_records (record_id, user_id, client_id, started_at)
      SELECT u.record_id, u.user_id, r.client_id, r.started_at FROM record_users u JOIN records r ON r.id = u.record_id`,
    `INSERT INTO tasks (name, args, executing, client_id, record_ids, started_at, ended_at)
      SELECT ${word(['decode', 'decode', 'decode', 'export', 'mail'], 2)}, jsonb_build_object('recordId', i),
      CASE WHEN i % 40 < 34 THEN 3 WHEN i % 40 < 36 THEN 4 ELSE 5 END, ${client}, CASE WHEN i % 50 = 0 THEN ARRAY[${record('i')}, ${record('i * 7')}, ${record('i * 11')}] ELSE ARRAY[${record('i')}] END,
      now(), now() FROM ${series(tasks)}`,
    'INSERT INTO task_records (record_id, task_id) SELECT DISTINCT unnest(record_ids), id FROM tasks',
    ...[
      ['tasks', 'client_id, name, executing'],
      ['records', 'client_id, record_type, has_athlete::integer'],
      ['users', `client_id, array_to_string(roles, ','), active::integer`],
    ].map(
      ([table, keys]) =>
        `INSERT INTO row_counts (source, client_id, name, state, n) SELECT '${table}', ${keys}, count(*) FROM ${table} GROUP BY 2, 3, 4`,
    ),
  ];
}
