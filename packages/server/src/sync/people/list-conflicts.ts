import type { SyncConflict } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type contentOf, type Json, msOf, nodeOf } from '../core/index.ts';
import { readNames } from '../identity.ts';
import { loadRows } from '../rows/keep-states.ts';
import { type KeptRow, keyOf } from '../rows/kept-row.ts';
import { parentsOf } from '../rows/parents-of.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { type TravellingTable, travellingTable } from '../rows/travelling-tables.ts';

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

/** Whose conflicts somebody may settle: of their client, or all. */
export function seenConflicts({ scope, principal }: Viewer) {
  if (scope === 'everything') return sql`true`;
  const own = sql`c.client_uid = (select uid from clients where id = ${principal.clientId})`;
  // People and clubs are edited by those who manage them.
  return principal.roles.some((role) => role === 'Manager' || role === 'Admin')
    ? own
    : sql`${own} and c.table_name not in ('users', 'clients')`;
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

/** What a person has to choose, or what was chosen or merged by itself, newest first. */
export async function listConflicts(db: Queryable, viewer: Viewer, isSettled: boolean): Promise<SyncConflict[]> {
  const which = isSettled
    ? sql`(c.settled is not null or not c.asks) and c.created_at > now() - make_interval(days => ${shownDays})`
    : sql`c.settled is null and c.asks`;
  const { rows } = await db.execute(sql`select c.* from sync_conflicts c
    where ${which} and ${seenConflicts(viewer)} order by c.id desc limit ${mostShown}`);
  const own = await readNames(sqlMarks(db));
  const names = await namesOfNodes(db);
  const where = (at: string) => names.get(nodeOf(at)) ?? (own.has(nodeOf(at)) ? 'local' : 'remote');
  const shown: SyncConflict[] = [];
  for (const row of rows.map(readConflict)) {
    const table = travellingTable(row.table);
    if (table === undefined) continue;
    const known = (await loadRows(db, row.table, [row])).get(keyOf(row));
    const present = row.field === null ? undefined : known?.state.fields[row.field];
    shown.push({
      id: row.id,
      table: row.table,
      table_name: table.displayName,
      name: known === undefined ? '' : await nameOf(db, table, known),
      field: row.field,
      kept: side(row.kept, row.keptAt, where),
      lost: side(row.lost, row.lostAt, where),
      met_at: row.metAt.toISOString(),
      present: present?.value ?? null,
      present_edit: present?.at ?? null,
      asks: row.asks,
      settled: row.settled,
      settled_at: row.settledAt?.toISOString() ?? null,
      present_by: known?.editors[present?.at ?? '']?.name ?? null,
    });
  }
  return shown;
}

function side(edit: z.infer<typeof Side>, at: string, where: (at: string) => string): SyncConflict['kept'] {
  const value: Json = 'value' in edit ? edit.value : null;
  const by = edit.by?.name ?? null;
  return { value, is_gone: 'is_gone' in edit, by, at: new Date(msOf(at)).toISOString(), where: where(at) };
}

/** Names of the hubs that have come to this cloud, by their uuids in stamps. */
async function namesOfNodes(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute(
    sql`select l.node, h.name from hub_links l join hubs h on h.id = l.hub_id where l.node is not null`,
  );
  return new Map(rows.map(({ node, name }) => [String(node), String(name)]));
}

/** What a row is called, by whichever of its fields says so; else those that it cannot be without: a selection's record, both of a pair. */
async function nameOf(db: Queryable, table: TravellingTable, row: KeptRow): Promise<string> {
  const own = ownName(row.state.fields);
  if (own !== '') return own;
  const names: string[] = [];
  for (const { name, key } of parentsOf(table, row)) {
    const parent = name === 'clients' ? undefined : (await loadRows(db, name, [key])).get(keyOf(key));
    if (parent !== undefined) names.push(ownName(parent.state.fields));
  }
  return names.filter((name) => name !== '').join(', ');
}

function ownName(fields: NonNullable<Parameters<typeof contentOf>[0]>['fields']): string {
  const text = (name: string) => {
    const value = fields[name]?.value;
    return typeof value === 'string' ? value : '';
  };
  const person = `${text('firstname')} ${text('lastname')}`.trim();
  return person || text('name') || text('basename') || text('display_name');
}
