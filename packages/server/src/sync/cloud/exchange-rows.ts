import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { msOf } from '../core/index.ts';
import { noteMissingOriginals } from '../files/note-missing.ts';
import { readHead } from '../identity.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import { type HubReach, judgeHub } from '../rows/judge-hub.ts';
import {
  readKept,
  uidsOfRecords,
  WireRow as Wire,
  type WireRow,
  wireRow,
  withoutPassword,
} from '../rows/keep-states.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import { tellRooms } from '../rows/tell-rooms.ts';
import { noUid, travellingTables } from '../rows/travelling-tables.ts';
import type { Savepoints } from '../rows/write-rows.ts';
import type { AdmittedHub } from './admit-hubs.ts';

type Pulled = ReplyOf<typeof api.syncPull>;

/** A hub that is new reads all that its clients have: each message costs both sides some statements, however few rows it has. */
const rowsAtOnce = 1000;
/** Characters of an answer, beyond one row. */
const answerCharacters = 2_000_000;

/** The rows that changed since the hub read them last, of its clients and of all. */
export async function pullRows(tx: Savepoints, hub: AdmittedHub, since: number, looker: Looker): Promise<Pulled> {
  await harvestRows(tx, looker);
  const head = await readHead(tx);
  const { rows } = await tx.execute(sql`select * from sync_rows
    where seq > ${since} and held is distinct from 'clash' and held is distinct from 'unfit' and from_node is distinct from ${hub.node}::uuid and ${reachCondition(hub.reach)}
    order by seq limit ${rowsAtOnce}`);
  const told: WireRow[] = [];
  let next = since;
  let characters = 0;
  for (const row of rows.map(readKept)) {
    const wire = withoutSecrets(wireRow(row));
    characters += JSON.stringify(wire).length;
    if (told.length > 0 && characters > answerCharacters) return { rows: told, next, more: true };
    told.push(wire);
    next = row.seq;
  }
  const more = rows.length === rowsAtOnce;
  return { rows: told, next: more ? next : head, more };
}

function reachCondition({ allClients, clientUids }: HubReach) {
  const global = travellingTables
    .filter(({ name, isOfCloud }) => isOfCloud || name === 'parameters')
    .map(({ name }) => name);
  const isGlobal = sql`(client_uid is null and table_name in
    (select value from jsonb_array_elements_text(${JSON.stringify(global)}::jsonb)))`;
  if (allClients) return sql`(client_uid is not null or ${isGlobal})`;
  return sql`(${isGlobal} or client_uid in
    (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...clientUids])}::jsonb)))`;
}

/** People sign in on a hub by the password that they have in the cloud; administrators do not. */
function withoutSecrets(row: WireRow): WireRow {
  const roles = row.fields.roles?.[0];
  const isAdministrator = Array.isArray(roles) && roles.includes('Admin');
  return isAdministrator ? withoutPassword(row) : row;
}

/** Rows of a hub, merged. What it says of passwords is not even read. */
export async function takeRows(
  tx: Savepoints,
  hub: AdmittedHub,
  given: BodyOf<typeof api.syncPush>['rows'],
  looker: Looker,
): Promise<ReplyOf<typeof api.syncPush> | Refusal> {
  if (hub.node === null) return refuse('sync.wrongCode');
  const { rows, refused: unreadable } = readRows(given, looker.nowMs);
  await harvestRows(tx, looker);
  const refused = await mergeRows(tx, rows, { ...looker, from: hub.node, judge: judgeHub(hub.reach) });
  await retryHeld(tx);
  await noteMissingOriginals(tx, uidsOfRecords(rows));
  await tellRooms(tx, rows);
  return {
    refused: [
      ...unreadable,
      ...refused.map(({ table, uid, otherUid, reason }) => ({
        ...{ table, uid, reason },
        other_uid: otherUid === noUid ? null : otherUid,
      })),
    ],
  };
}

type PushedRow = BodyOf<typeof api.syncPush>['rows'][number];
type RefusedRow = ReplyOf<typeof api.syncPush>['refused'][number];

/** One row that cannot be believed does not keep the others of its message out. */
function readRows(given: readonly PushedRow[], nowMs: number): { rows: WireRow[]; refused: RefusedRow[] } {
  const rows: WireRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of given) {
    const { success, data } = Wire.safeParse(row);
    const reason = !success ? 'sync.unfit' : isAhead(data, nowMs) ? 'sync.ofTheFuture' : undefined;
    if (reason !== undefined) refused.push({ table: row.table, uid: row.uid, other_uid: row.other_uid, reason });
    else if (success) rows.push(withoutPassword(data));
  }
  return { rows, refused };
}

/** ms; a hub's edits are in the time of the cloud, but for what its clock was wrong by when it was first heard. */
const mostAheadMs = 86_400_000;

/** An edit of far in the future would win for ever. */
const isAhead = ({ fields, deleted }: WireRow, nowMs: number): boolean =>
  [...Object.values(fields).map(([, at]) => at), deleted?.[0] ?? ''].some((at) => msOf(at) > nowMs + mostAheadMs);
