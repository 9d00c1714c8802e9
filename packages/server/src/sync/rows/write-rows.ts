import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { parameterTargetCases, quoted } from '../../platform/rows-by-uid/index.ts';
import { codeOfCause } from '../code-of-cause.ts';
import { type Content, contentOf } from '../core/index.ts';
import { noteHeld } from './keep-states.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import type { Unwritten } from './row-store.ts';
import { pairTables, type TravellingTable } from './travelling-tables.ts';

/** A transaction in which a part can be tried. */
export type Savepoints = Queryable & { transaction<T>(work: (tx: Savepoints) => Promise<T>): Promise<T> };

/**
 * Makes the rows of a table among those of the program what they are known to be. What names a row that is not here is held
 * back until it comes; so is what cannot be written, without keeping the others from being written.
 */
export async function writeRows(tx: Savepoints, table: TravellingTable, rows: readonly KeptRow[]): Promise<Unwritten> {
  const alive = rows.flatMap((row) => {
    const content = contentOf(row.state);
    return content === undefined ? [] : [{ row, content }];
  });
  const gone = rows.filter((row) => !alive.some((one) => one.row === row));
  await deleteRows(tx, table, gone);
  // What is gone waits for nothing.
  await noteHeld(
    tx,
    table.name,
    gone.map(({ uid, otherUid }) => ({ uid, otherUid, held: null, heldFields: [] })),
  );
  if (alive.length === 0) return { clashes: [], unfit: [] };
  const unwritten = await writeAsFarAsPossible(tx, table, alive);
  const found = await findHeld(tx, table, alive);
  await noteHeld(
    tx,
    table.name,
    alive.map(({ row }) => {
      const { isHere = false, heldFields = [] } = found.get(keyOf(row)) ?? {};
      const held = whyHeld(unwritten, row) ?? (isHere ? null : 'reference');
      return { uid: row.uid, otherUid: row.otherUid, held, heldFields };
    }),
  );
  return unwritten;
}

function whyHeld({ clashes, unfit }: Unwritten, row: KeptRow): 'clash' | 'unfit' | undefined {
  if (clashes.includes(row)) return 'clash';
  return unfit.includes(row) ? 'unfit' : undefined;
}

interface Alive {
  readonly row: KeptRow;
  readonly content: Content;
}

/** All at once, else one by one as long as one of them can be written: a name that one gives up is free for the next. */
async function writeAsFarAsPossible(
  tx: Savepoints,
  table: TravellingTable,
  alive: readonly Alive[],
): Promise<Unwritten> {
  const unfit: KeptRow[] = [];
  let left: readonly Alive[] = [];
  for (const alike of byFields(table, alive)) {
    if ((await tryToWrite(tx, table, alike)) !== 'written') left = [...left, ...alike];
  }
  for (let before = left.length + 1; left.length > 0 && left.length < before; ) {
    before = left.length;
    const clashing: Alive[] = [];
    for (const one of left) {
      const tried = await tryToWrite(tx, table, [one]);
      if (tried === 'clash') clashing.push(one);
      if (tried === 'unfit') unfit.push(one.row);
    }
    left = clashing;
  }
  return { clashes: left.map(({ row }) => row), unfit };
}

/** Rows of a server of another version may lack fields: a new row gets what the database has for them, one that is here keeps its own. */
function byFields({ pair, columns }: TravellingTable, alive: readonly Alive[]): Alive[][] {
  if (pair) return [[...alive]];
  const givenOf = ({ content }: Alive) => columns.filter(({ name }) => name in content).map(({ name }) => name);
  return Object.values(Object.groupBy(alive, (one) => givenOf(one).join())).filter((some) => some !== undefined);
}

const uniqueViolation = '23505';
/** Of SQLSTATE: data exceptions, and integrity constraints. */
const classesOfBadValues = ['22', '23'];

async function tryToWrite(
  tx: Savepoints,
  table: TravellingTable,
  alike: readonly Alive[],
): Promise<'written' | 'clash' | 'unfit'> {
  try {
    await tx.transaction(async (inner) => {
      const given = Object.keys(alike[0]?.content ?? {});
      await inner.execute(sql`${upsert(table, given)} ${source(table, alike, given)} ${onConflict(table, given)}`);
    });
    return 'written';
  } catch (problem) {
    const code = codeOfCause(problem);
    if (code === uniqueViolation) return 'clash';
    if (code !== undefined && classesOfBadValues.includes(code.slice(0, 2))) return 'unfit';
    throw problem;
  }
}

const givenColumns = ({ columns }: TravellingTable, given: readonly string[]) =>
  columns.filter(({ name }) => given.includes(name));

function upsert(table: TravellingTable, given: readonly string[]) {
  const { pair, filled } = table;
  const names = pair ?? ['uid', ...givenColumns(table, given).map(({ name }) => name), ...Object.keys(filled)];
  return sql.raw(`insert into ${quoted(table.name)} as t (${names.map(quoted).join(', ')})`);
}

/** The rows with local ids in place of uids, without those that cannot be without a row that is not here. */
function source(table: TravellingTable, alive: readonly Alive[], fields: readonly string[]) {
  const { columns, filled, pair } = table;
  const given = JSON.stringify(
    alive.map(({ row, content }) =>
      pair ? { [pair[0]]: row.uid, [pair[1]]: row.otherUid } : { ...content, uid: row.uid },
    ),
  );
  const those = pair ? table.table.columns : columns;
  const typed = those.map(({ name, sqlType }) => `${quoted(name)} ${sqlType === 'bytea' ? 'text' : sqlType}`);
  const values = (pair ? those : givenColumns(table, fields)).map((column) => sqlValue(table, column));
  const joins = those
    .filter(({ refersTo }) => refersTo)
    .map(
      ({ name, refersTo }) =>
        `left join ${quoted(refersTo ?? '')} ${quoted(`of_${name}`)} on ${quoted(`of_${name}`)}.uid = r.${quoted(name)}`,
    );
  const needed = those
    .filter(({ refersTo, notNull }) => refersTo && notNull)
    .map(({ name }) => `${quoted(`of_${name}`)}.id is not null`);
  if (table.name === 'parameters')
    needed.push(`(r."table_name" = 'General' or ${parameterTargetCases('r')} is not null)`);
  const own = pair ? '' : 'r.uid, ';
  return sql`${sql.raw(`select ${own}${[...values, ...Object.values(filled)].join(', ')} from jsonb_to_recordset(`)}${given}${sql.raw(
    `::jsonb) as r(${[...(pair ? [] : ['uid uuid']), ...typed].join(', ')}) ${joins.join(' ')} where ${['true', ...needed].join(' and ')}`,
  )}`;
}

function sqlValue(
  { name: table }: TravellingTable,
  { name, sqlType, refersTo }: TravellingTable['columns'][number],
): string {
  if (refersTo) return `${quoted(`of_${name}`)}.id`;
  if (table === 'parameters' && name === 'target_id') return `coalesce(${parameterTargetCases('r')}, 1)`;
  return sqlType === 'bytea' ? `decode(r.${quoted(name)}, 'base64')` : `r.${quoted(name)}`;
}

function onConflict(table: TravellingTable, given: readonly string[]) {
  const names = givenColumns(table, given).map(({ name }) => quoted(name));
  if (table.pair || names.length === 0) return sql.raw('on conflict do nothing');
  // A password that was not told stays.
  const came = (name: string) =>
    name === '"password_hash"' ? `coalesce(excluded.${name}, t.${name})` : `excluded.${name}`;
  const set = names.map((name) => `${name} = ${came(name)}`).join(', ');
  return sql.raw(
    `on conflict (uid) do update set ${set} where (${names.map((name) => `t.${name}`).join(', ')}) is distinct from (${names.map(came).join(', ')})`,
  );
}

async function deleteRows(tx: Queryable, table: TravellingTable, rows: readonly KeptRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { name, pair } = table;
  const keys = JSON.stringify(rows.map(({ uid, otherUid }) => ({ uid, other_uid: otherUid })));
  const k = sql`jsonb_to_recordset(${keys}::jsonb) as k(uid uuid, other_uid uuid)`;
  if (pair === undefined) {
    await tx.execute(sql`delete from ${sql.raw(quoted(name))} where uid in (select k.uid from ${k})`);
    return;
  }
  const [one, other] = pair;
  const [ofOne, ofOther] = namesOfPair(table);
  await tx.execute(sql`delete from ${sql.raw(quoted(name))} t using ${k}
    join ${sql.raw(ofOne)} a on a.uid = k.uid join ${sql.raw(ofOther)} b on b.uid = k.other_uid
    where t.${sql.raw(one)} = a.id and t.${sql.raw(other)} = b.id`);
}

function namesOfPair(table: TravellingTable): readonly [string, string] {
  const [one, other] = pairTables(table);
  if (one === undefined || other === undefined) throw new Error(`${table.name} has no pairs`);
  return [one, other];
}

/** Which of the rows are here now, and which of their fields name rows that are not. */
async function findHeld(tx: Queryable, table: TravellingTable, alive: readonly Alive[]) {
  const { name, pair, columns } = table;
  const found = new Map<string, { readonly isHere: boolean; readonly heldFields: string[] }>();
  const keys = JSON.stringify(alive.map(({ row: { uid, otherUid } }) => ({ uid, other_uid: otherUid })));
  if (pair) {
    const [ofOne, ofOther] = namesOfPair(table);
    const { rows } = await tx.execute(sql`select k.uid, k.other_uid
      from jsonb_to_recordset(${keys}::jsonb) as k(uid uuid, other_uid uuid)
      join ${sql.raw(ofOne)} a on a.uid = k.uid join ${sql.raw(ofOther)} b on b.uid = k.other_uid
      join ${sql.raw(quoted(name))} t on t.${sql.raw(pair[0])} = a.id and t.${sql.raw(pair[1])} = b.id`);
    for (const { uid, other_uid: otherUid } of rows) {
      found.set(keyOf({ uid: String(uid), otherUid: String(otherUid) }), { isHere: true, heldFields: [] });
    }
    return found;
  }
  const references = columns.filter(({ refersTo, notNull }) => refersTo && !notNull).map((column) => column.name);
  const nulls = references.map((column) => `t.${quoted(column)} is null as ${quoted(column)}`);
  const { rows } = await tx.execute(sql`select t.uid ${sql.raw(nulls.map((one) => `, ${one}`).join(''))}
    from ${sql.raw(quoted(name))} t where t.uid in
      (select k.uid from jsonb_to_recordset(${keys}::jsonb) as k(uid uuid))`);
  const contents = new Map(alive.map(({ row, content }) => [row.uid, content]));
  for (const row of rows) {
    const content = contents.get(String(row.uid));
    const heldFields = references.filter((column) => row[column] === true && (content?.[column] ?? null) !== null);
    found.set(String(row.uid), { isHere: true, heldFields });
  }
  return found;
}
