import { awaitedStates } from '@sillage/domain';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { exchangeNames } from './exchange-names.ts';
import { type StagedTable, stagedRows } from './stage-rows.ts';
import { parameterTarget, parameterTargets, quoted, type TableByUid } from './tables-by-uid.ts';

/** Table → columns that a row which is here already keeps. */
export type KeptColumns = Readonly<Record<string, readonly string[]>>;

/** What applying rows did to one table. */
export interface Applied {
  readonly table: string;
  /** Rows that were not here, or were others. */
  readonly added: number;
  /** Rows that came and stand for a row of this server with another uid, because they share a name or number. */
  readonly merged: number;
}

/**
 * The temporary table (kind, uid, id, how): uid that came → row of this server, found `known` by its uid, `new`, or `merged`
 * by its natural key.
 */
export const rowIds = 'row_ids';
/** The temporary table of the rows that came, as SQL: with local ids where others are named. */
export const resolvedRows = (table: string): string => quoted(`resolved_${table}`);

/**
 * Brings the staged rows into the tables of the program. Rows whose content is already there are not written, so that
 * applying twice changes nothing.
 */
export async function applyRows(tx: Queryable, staged: readonly StagedTable[], kept: KeptColumns): Promise<Applied[]> {
  await run(
    tx,
    `create temp table ${rowIds} (kind text, uid uuid, id integer not null, how text not null, primary key (kind, uid))
      on commit drop`,
  );
  const applied: Applied[] = [];
  for (const one of staged) {
    await resolve(tx, one);
    applied.push(
      await (one.table.kind === 'entity' ? applyEntities(tx, one, kept[one.table.name]) : applyOthers(tx, one)),
    );
    await run(tx, `analyze ${rowIds}`);
  }
  return applied;
}

const list = (names: readonly string[], prefix = '') => names.map((name) => prefix + quoted(name)).join(', ');

/** The staged rows with local ids in place of uids. */
async function resolve(tx: Queryable, { table, columns }: StagedTable): Promise<void> {
  const joins: string[] = [];
  const values = columns.map(({ name, refersTo }) => {
    const isTarget = table.name === 'parameters' && name === parameterTarget;
    if (table.name === 'records' && name === 'exercise_name') return exerciseName(columns);
    if (refersTo === undefined && !isTarget) return `s.${quoted(name)}`;
    const alias = quoted(`of_${name}`);
    const kinds = Object.entries(parameterTargets).map(([kind, target]) => `when '${kind}' then '${target}'`);
    const kind = isTarget ? `case s.table_name ${kinds.join(' ')} end` : `'${refersTo}'`;
    joins.push(`left join ${rowIds} ${alias} on ${alias}.kind = ${kind} and ${alias}.uid = s.${quoted(name)}`);
    // General parameters have the one id 1.
    return isTarget ? `coalesce(${alias}.id, 1) as ${quoted(name)}` : `${alias}.id as ${quoted(name)}`;
  });
  await run(
    tx,
    `create temp table ${resolvedRows(table.name)} on commit drop as
      select ${values.join(', ')} from ${stagedRows(table.name)} s ${joins.join(' ')}`,
  );
  await run(tx, `analyze ${resolvedRows(table.name)}`);
}

/** An exercise may be called otherwise here; records say what theirs is called. */
function exerciseName(columns: StagedTable['columns']): string {
  const own = 's.exercise_name';
  if (!columns.some(({ name }) => name === 'exercise_id')) return own;
  return `coalesce((select e.name from exercises e where e.id = of_exercise_id.id), ${own}) as exercise_name`;
}

async function applyEntities(tx: Queryable, staged: StagedTable, kept: readonly string[] = []): Promise<Applied> {
  const { table, columns } = staged;
  const [real, rows] = [quoted(table.name), resolvedRows(table.name)];
  const names = list(columns.map(({ name }) => name));
  const values = list(
    columns.map(({ name }) => name),
    'r.',
  );
  const isMapped = `exists (select 1 from ${rowIds} i where i.kind = '${table.name}' and i.uid = r.uid)`;
  await run(
    tx,
    `insert into ${rowIds} select '${table.name}', r.uid, t.id, 'known' from ${rows} r join ${real} t on t.uid = r.uid`,
  );
  const updated = await updateKnown(tx, staged, kept);
  const inserted = await run(
    tx,
    `with added as (insert into ${real} (${names}) select ${values} from ${rows} r where not ${isMapped}
       on conflict do nothing returning id, uid)
     insert into ${rowIds} select '${table.name}', uid, id, 'new' from added`,
  );
  const added = updated + inserted;
  if (table.natural.length === 0) return { table: table.name, added, merged: 0 };
  const merged = await run(
    tx,
    `insert into ${rowIds} select '${table.name}', r.uid, t.id, 'merged' from ${rows} r join ${real} t on ${areSame(table.natural, 't', 'r')}
      where not ${isMapped}`,
  );
  return { table: table.name, added, merged };
}

/** A record that is being received belongs to its device. */
const untouchable = (table: TableByUid) =>
  table.name === 'records'
    ? `and t.decode_state not in (${awaitedStates.map((state) => `'${state}'`).join(', ')})`
    : '';

/** Brings rows that are here under the same uid to what came, except what they keep. */
async function updateKnown(tx: Queryable, { table, columns }: StagedTable, kept: readonly string[]): Promise<number> {
  const left = new Set(['uid', ...kept, ...table.natural]);
  const others = columns.map(({ name }) => name).filter((name) => !left.has(name));
  const updated = await updateWhere(tx, table, others, '');
  if (table.natural.length === 0) return updated;
  // A name or number that another row has now stays that row's. One that a row gives up here is free for the next.
  const taken = `o.id <> t.id and ${areSame(table.natural, 'o', 'r')}`;
  const free = `and not exists (select 1 from ${quoted(table.name)} o where ${taken})`;
  let renamed = 0;
  for (let more = 1; more > 0; renamed += more) more = await updateWhere(tx, table, table.natural, free);
  return updated + renamed + (await exchangeNames(tx, table, resolvedRows(table.name)));
}

async function updateWhere(
  tx: Queryable,
  table: TableByUid,
  names: readonly string[],
  condition: string,
): Promise<number> {
  if (names.length === 0) return 0;
  const set = names.map((name) => `${quoted(name)} = r.${quoted(name)}`).join(', ');
  return run(
    tx,
    `update ${quoted(table.name)} t set ${set} from ${resolvedRows(table.name)} r where t.uid = r.uid
      and (${list(names, 't.')}) is distinct from (${list(names, 'r.')}) ${untouchable(table)} ${condition}`,
  );
}

async function applyOthers(tx: Queryable, { table, columns }: StagedTable): Promise<Applied> {
  const names = columns.map(({ name }) => name);
  const [real, rows] = [quoted(table.name), resolvedRows(table.name)];
  // Rows of two that became one row here may share a key: the first counts.
  const source = `select distinct on (${list(table.identity, 'r.')}) ${list(names, 'r.')} from ${rows} r`;
  const insert = `insert into ${real} as t (${list(names)}) ${source}`;
  const count = async (query: string) => ({ table: table.name, added: await run(tx, query), merged: 0 });
  const hasUid = names.includes('uid');
  if (table.kind === 'join') return count(`${insert} on conflict do nothing`);
  if (table.kind === 'added') {
    const isHere = `${areSame(table.identity, 't', 'r')} ${hasUid ? 'or t.uid = r.uid' : ''}`;
    return count(`${insert} where not exists (select 1 from ${real} t where ${isHere})`);
  }
  const moved = hasUid ? await moveToTheirKeys(tx, table, source) : 0;
  const others = names.filter((name) => name !== 'uid' && !table.identity.includes(name));
  // Of the settings some fields travel only.
  const value = (name: string) =>
    table.name === 'settings' ? `t.${quoted(name)} || excluded.${quoted(name)}` : `excluded.${quoted(name)}`;
  const replaced = await count(
    `${insert} on conflict (${list(table.identity)}) do update
      set ${others.map((name) => `${quoted(name)} = ${value(name)}`).join(', ')}
      where (${list(others, 't.')}) is distinct from (${others.map(value).join(', ')})`,
  );
  return { ...replaced, added: replaced.added + moved };
}

/** Rows that are here under another key than came take that one when no other row has it. */
async function moveToTheirKeys(tx: Queryable, table: TableByUid, source: string): Promise<number> {
  const [real, key] = [quoted(table.name), table.identity];
  const set = key.map((name) => `${quoted(name)} = r.${quoted(name)}`).join(', ');
  let moved = 0;
  for (let more = 1; more > 0; moved += more) {
    more = await run(
      tx,
      `update ${real} t set ${set} from (${source}) r where t.uid = r.uid and not (${areSame(key, 't', 'r')})
        and not exists (select 1 from ${real} o where ${areSame(key, 'o', 'r')})`,
    );
  }
  return moved;
}

const areSame = (names: readonly string[], one: string, other: string) =>
  names.map((name) => `${one}.${quoted(name)} = ${other}.${quoted(name)}`).join(' and ');

async function run(tx: Queryable, query: string): Promise<number> {
  return (await tx.execute(sql.raw(query))).rowCount ?? 0;
}
