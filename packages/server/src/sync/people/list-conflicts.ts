import type { SyncConflict } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type contentOf, type Json, msOf, nodeOf } from '../core/index.ts';
import { readNames } from '../identity.ts';
import { loadRows } from '../rows/keep-states.ts';
import { type KeptRow, keyOf, type RowKey } from '../rows/kept-row.ts';
import { parentsOf } from '../rows/parents-of.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { noUid, travellingTable } from '../rows/travelling-tables.ts';

const mostShown = 200;
/** days for which what lost can be restored on screen. */
const shownDays = 365;
const Settled = z.enum(['kept', 'restored', 'later']).nullable();
const by = z.object({ name: z.string() }).nullable().default(null);
const Side = z.union([z.object({ is_gone: z.literal(true), by }), z.object({ value: z.json(), by })]);

export interface ConflictRow {
  readonly id: number;
  readonly table: string;
  readonly uid: string;
  readonly otherUid: string;
  readonly field: string | null;
  readonly kept: z.infer<typeof Side>;
  readonly lost: z.infer<typeof Side>;
  readonly keptAt: string;
  readonly lostAt: string;
  readonly asks: boolean;
  readonly settled: SyncConflict['settled'];
  readonly settledAt: Date | null;
  readonly metAt: Date;
}

/** Nobody reads a secret of somebody else in what lost. */
const isNoSecret = sql`(c.field is null or c.field not in ('password_hash', 'recovery_key'))`;

/** Who asks about conflicts. */
export interface ConflictViewer extends Viewer {
  /** Condition for `records`: those that they see. */
  readonly seenRecords: SQL;
}

/** Tables whose rows belong to a record, and the field that names it in what is kept of them; null: their own uid does. */
const ofRecords: Readonly<Record<string, string | null>> = {
  ...{ records: null, record_users: null, seance_records: null },
  ...{ selections: 'record_id', record_steps: 'record_id', video_alignments: 'record_id' },
};
const textsOf = (names: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
const recordNamed = (field: string | null) =>
  field === null
    ? sql`c.uid`
    : sql`(select (s.fields #>> ${`{${field},0}`})::uuid from sync_rows s
        where s.table_name = c.table_name and s.uid = c.uid and s.other_uid = c.other_uid)`;

/** Of a coach: what is of records, groups and devices that they see; whole kinds of the club that coaches edit. */
function seenByGroups({ principal, seenRecords }: ConflictViewer) {
  const groupIds = sql`(select value::integer from jsonb_array_elements_text(${JSON.stringify(principal.groupIds)}::jsonb))`;
  const named = Object.entries(ofRecords).map(
    ([table, field]) => sql`when ${table} then exists (
      select 1 from records where records.uid = ${recordNamed(field)} and ${seenRecords})`,
  );
  return sql`case c.table_name ${sql.join(named, sql` `)}
    when 'groups' then c.uid in (select uid from groups where id in ${groupIds})
    when 'group_members' then c.uid in (select uid from groups where id in ${groupIds})
    when 'devices' then c.uid in (select uid from devices where group_id in ${groupIds})
    else c.table_name in ${textsOf(['exercises', 'configs', 'scenarios'])} end`;
}

/** Whose conflicts somebody may settle: of their client, or all. */
export function seenConflicts(viewer: ConflictViewer) {
  const { scope, principal } = viewer;
  if (scope === 'everything') return isNoSecret;
  const own = sql`c.client_uid = (select uid from clients where id = ${principal.clientId})
    and c.field is distinct from 'admin_comment' and ${isNoSecret}`;
  // People and clubs are edited by those who manage them, and have comments that only those read.
  return scope === 'client'
    ? own
    : sql`${own} and c.field is distinct from 'manager_comment' and ${seenByGroups(viewer)}`;
}

export function readConflict(row: Record<string, unknown>): ConflictRow {
  return {
    id: Number(row.id),
    table: String(row.table_name),
    uid: String(row.uid),
    otherUid: String(row.other_uid),
    field: row.field === null ? null : String(row.field),
    kept: Side.parse(row.kept),
    lost: Side.parse(row.lost),
    keptAt: String(row.kept_at),
    lostAt: String(row.lost_at),
    asks: row.asks === true,
    settled: Settled.parse(row.settled),
    metAt: new Date(String(row.created_at)),
    settledAt: row.settled_at === null ? null : new Date(String(row.settled_at)),
  };
}

export async function countOpenConflicts(db: Queryable): Promise<number> {
  const { rows } = await db.execute(sql`select count(*) as n from sync_conflicts where settled is null and asks`);
  return z.coerce.number().parse(rows[0]?.n);
}

/** Of what a person has to choose, or of what was chosen or merged by itself in a year. */
const which = (isSettled: boolean) =>
  isSettled
    ? sql`(c.settled is not null or not c.asks) and c.created_at > now() - make_interval(days => ${shownDays})`
    : sql`c.settled is null and c.asks`;

export async function countConflicts(db: Queryable, viewer: ConflictViewer, isSettled: boolean): Promise<number> {
  const { rows } = await db.execute(
    sql`select count(*)::integer as n from sync_conflicts c where ${which(isSettled)} and ${seenConflicts(viewer)}`,
  );
  return Number(rows[0]?.n);
}

/** Newest first, as many as a page shows; `before`: of lower ids only. */
export async function listConflicts(
  db: Queryable,
  viewer: ConflictViewer,
  isSettled: boolean,
  before?: number,
): Promise<SyncConflict[]> {
  const { rows } = await db.execute(sql`select c.* from sync_conflicts c
    where ${which(isSettled)} and ${seenConflicts(viewer)} and ${before === undefined ? sql`true` : sql`c.id < ${before}`}
    order by c.id desc limit ${mostShown}`);
  const own = await readNames(sqlMarks(db));
  const names = await namesOfNodes(db);
  const where = (at: string) => names.get(nodeOf(at)) ?? (own.has(nodeOf(at)) ? 'local' : 'remote');
  const conflicts = rows.map(readConflict);
  const known = await loadEach(db, conflicts);
  const parents = await loadEach(db, [...known.values()].flatMap(parentsToName));
  const named = await loadEach(
    db,
    conflicts.flatMap((row) => namedBy(row, known)),
  );
  const nameBy = (row: ConflictRow, value: Json): string | null => {
    const to = refersTo(row);
    if (to === undefined || typeof value !== 'string') return null;
    const found = named.get(`${to} ${keyOf({ uid: value, otherUid: noUid })}`);
    return found === undefined ? '' : ownName(found.state.fields);
  };
  return conflicts.flatMap((row) => {
    const table = travellingTable(row.table);
    const found = known.get(`${row.table} ${keyOf(row)}`);
    const present = row.field === null ? undefined : found?.state.fields[row.field];
    const shown = {
      id: row.id,
      table: row.table,
      name: found === undefined ? '' : nameOf(found, parents),
      field: row.field,
      kept: side(row.kept, row.keptAt, where, (value) => nameBy(row, value)),
      lost: side(row.lost, row.lostAt, where, (value) => nameBy(row, value)),
      met_at: row.metAt.toISOString(),
      present: present?.value ?? null,
      present_name: nameBy(row, present?.value ?? null),
      present_edit: present?.at ?? null,
      asks: row.asks,
      settled: row.settled,
      settled_at: row.settledAt?.toISOString() ?? null,
      present_by: found?.editors[present?.at ?? '']?.name ?? null,
    };
    return table === undefined ? [] : [{ ...shown, table_name: table.displayName }];
  });
}

type Named = RowKey & { readonly table: string };

/** Of rows of several tables what is known, by `table key`: one query a table. */
async function loadEach(db: Queryable, rows: readonly Named[]): Promise<ReadonlyMap<string, KeptRow>> {
  const all = new Map<string, KeptRow>();
  for (const [table, keys] of Map.groupBy(rows, (row) => row.table)) {
    for (const [key, row] of await loadRows(db, table, keys)) all.set(`${table} ${key}`, row);
  }
  return all;
}

/** The kind of rows that a field names. */
const refersTo = ({ table, field }: Pick<ConflictRow, 'table' | 'field'>): string | undefined =>
  travellingTable(table)?.columns.find(({ name }) => name === field)?.refersTo;

/** What the edits of a field that is a reference name. */
function namedBy(row: ConflictRow, known: ReadonlyMap<string, KeptRow>): Named[] {
  const table = refersTo(row);
  if (table === undefined) return [];
  const present = known.get(`${row.table} ${keyOf(row)}`)?.state.fields[row.field ?? '']?.value;
  return [valueIn(row.kept), valueIn(row.lost), present].flatMap((value) => {
    // Another version may have written anything.
    const uid = Uid.safeParse(value).data;
    return uid === undefined ? [] : [{ table, uid, otherUid: noUid }];
  });
}

const Uid = z.guid();

const valueIn = (edit: z.infer<typeof Side>): Json => ('value' in edit ? edit.value : null);

function side(
  edit: z.infer<typeof Side>,
  at: string,
  where: (at: string) => string,
  nameBy: (value: Json) => string | null,
): SyncConflict['kept'] {
  const value = valueIn(edit);
  const by = edit.by?.name ?? null;
  return {
    value,
    value_name: nameBy(value),
    is_gone: 'is_gone' in edit,
    by,
    at: new Date(msOf(at)).toISOString(),
    where: where(at),
  };
}

/** Names of the hubs that have come to this cloud, by their uuids in stamps. */
async function namesOfNodes(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute(
    sql`select l.node, h.name from hub_links l join hubs h on h.id = l.hub_id where l.node is not null`,
  );
  return new Map(rows.map(({ node, name }) => [String(node), String(name)]));
}

/** What a row is called, by whichever of its fields says so; else those that it cannot be without: a selection's record, both of a pair. */
function nameOf(row: KeptRow, parents: ReadonlyMap<string, KeptRow>): string {
  const own = ownName(row.state.fields);
  if (own !== '') return own;
  const names = parentsToName(row).map((parent) => {
    const found = parents.get(`${parent.table} ${keyOf(parent)}`);
    return found === undefined ? '' : ownName(found.state.fields);
  });
  return names.filter((name) => name !== '').join(', ');
}

/** Those that a row without a name of its own is called by. */
function parentsToName(row: KeptRow): Named[] {
  const table = travellingTable(row.table);
  if (table === undefined || ownName(row.state.fields) !== '') return [];
  return parentsOf(table, row).flatMap(({ name, key }) => (name === 'clients' ? [] : [{ ...key, table: name }]));
}

function ownName(fields: NonNullable<Parameters<typeof contentOf>[0]>['fields']): string {
  const text = (name: string) => {
    const value = fields[name]?.value;
    return typeof value === 'string' ? value : '';
  };
  const person = `${text('firstname')} ${text('lastname')}`.trim();
  return person || text('name') || text('basename') || text('display_name');
}
