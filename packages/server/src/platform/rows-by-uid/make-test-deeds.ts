/** A random row of a table, as SQL. */
const one = (table: string, pick: number) =>
  `(select id from ${table} order by id offset (${pick} % greatest(1, (select count(*) from ${table}))) limit 1)`;
/** Names are unique. */
let n = 0;

/** For tests of what the log of changes tells: what happens to rows, as SQL; each deed may concern none. */
export const deeds: Readonly<Record<string, (pick: number) => string>> = {
  addClient: () => `insert into clients (uid, name, display_name) values (gen_random_uuid(), 'c${++n}', 'c')`,
  addSport: () =>
    `insert into sports (uid, name, display_name) values (gen_random_uuid(), 's${++n}', '{"fr":"","en":""}')`,
  addGroup: (pick) =>
    `insert into groups (uid, client_id, name) select gen_random_uuid(), c, 'g${++n}' from ${one('clients', pick)} as t (c)`,
  addPeople: (pick) => `insert into users (uid, client_id, mail, firstname, lastname, roles)
    select gen_random_uuid(), c, 'm${++n}-' || k, 'f', 'l', '{Athlete}' from ${one('clients', pick)} as t (c), generate_series(1, ${1 + (pick % 4)}) k`,
  addExercise: (pick) =>
    `insert into exercises (uid, client_id, name) select gen_random_uuid(), c, 'e${++n}' from ${one('clients', pick)} as t (c)`,
  addDevice: (pick) => `insert into devices (uid, number, name, client_id, secret_hash)
    select gen_random_uuid(), ${++n}, 'd', c, repeat('ab', 32) from ${one('clients', pick)} as t (c)`,
  addRecords: (
    pick,
  ) => `insert into records (uid, client_id, device_id, source, basename, started_at, start_us, decode_state)
    select gen_random_uuid(), c, ${one('devices', pick)}, 'csv', 'r', now(), 0, 'done'
    from ${one('clients', pick)} as t (c), generate_series(1, ${1 + (pick % 3)})`,
  addSelection: (pick) =>
    `insert into selections (record_id, num, t0, t1) select r, ${++n}, 0, 1 from ${one('records', pick)} as t (r)`,
  addStep: (pick) => `insert into record_steps (record_id, num, kind, arguments, user_name)
    select r, ${++n}, 'crop', '{"start":1,"end":null}', 'u' from ${one('records', pick)} as t (r)`,
  switchStep: (pick) => `update record_steps set is_on = not is_on where id = ${one('record_steps', pick)}`,
  addProblem: (pick) => `insert into record_errors (record_id, type, msg)
    select r, 'WARN', '{"fr":"${++n}","en":""}' from ${one('records', pick)} as t (r)`,
  setParameter: (pick) => `insert into parameters (table_name, target_id, name, value, is_set)
    select 'User', u, 'p', '${++n}', true from ${one('users', pick)} as t (u)
    on conflict (table_name, target_id, name) do update set value = excluded.value`,
  pairUp: (pick) => `insert into record_users (record_id, user_id)
    select r, u from ${one('records', pick)} as t (r), (select id from users where id % 3 = ${pick % 3}) as s (u) on conflict do nothing`,
  gather: (pick) => `insert into seance_records (record_id, seance_id)
    select r, s from ${one('records', pick)} as t (r), ${one('records', pick + 1)} as u (s) on conflict do nothing`,
  join: (pick) => `insert into group_members (group_id, user_id)
    select g, u from ${one('groups', pick)} as t (g), ${one('users', pick + 1)} as s (u) on conflict do nothing`,
  take: (pick) => `insert into device_users (device_id, user_id)
    select d, u from ${one('devices', pick)} as t (d), ${one('users', pick + 1)} as s (u) on conflict do nothing`,
  play: (pick) => `insert into client_sports (client_id, sport_id)
    select c, s from ${one('clients', pick)} as t (c), ${one('sports', pick)} as u (s) on conflict do nothing`,
  editPeople: (pick) => `update users set firstname = 'f${++n}' where id % 2 = ${pick % 2}`,
  editRecord: (pick) => `update records set comment = 'c${++n}' where id = ${one('records', pick)}`,
  renameExercise: (pick) => `update exercises set name = 'x${++n}' where id = ${one('exercises', pick)}`,
  renumber: (pick) => `update selections set num = ${++n} where id = ${one('selections', pick)}`,
  moveDevice: (pick) => `update devices set client_id = ${one('clients', pick + 1)} where id = ${one('devices', pick)}`,
  movePerson: (pick) => `update users set client_id = ${one('clients', pick + 1)} where id = ${one('users', pick)}`,
  moveRecord: (pick) => `update records set client_id = ${one('clients', pick + 1)} where id = ${one('records', pick)}`,
  deleteRecords: (pick) => `delete from records where id % 3 = ${pick % 3}`,
  deletePerson: (pick) => `delete from users where id = ${one('users', pick)}`,
  deleteGroup: (pick) => `delete from groups where id = ${one('groups', pick)}`,
  deleteDevice: (pick) => `delete from devices where id = ${one('devices', pick)}`,
  deleteExercise: (pick) => `delete from exercises where id = ${one('exercises', pick)}`,
  deleteSport: (pick) => `delete from sports where id = ${one('sports', pick)}`,
  deletePairs: (pick) => `delete from record_users where user_id % 2 = ${pick % 2}`,
  deleteClient: (pick) => `delete from clients where id = ${one('clients', pick)} and ${pick} % 3 = 0`,
};
