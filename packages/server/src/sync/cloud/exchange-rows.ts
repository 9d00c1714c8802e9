import { type api, type BodyOf, isRefusal, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { msOf, tellUpTo } from '../core/index.ts';
import { readHead } from '../identity.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import { isForHub, judgeHub } from '../rows/judge-hub.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import type { RowStore } from '../rows/row-store.ts';
import { noUid } from '../rows/travelling-tables.ts';
import { WireRow as Wire, type WireRow, wireRow, withoutPassword } from '../rows/wire-row.ts';
import type { AdmittedHub } from './admit-hubs.ts';
import { heedCall } from './heed-calls.ts';

/** Who merges here, and what names calls. */
interface CloudLooker extends Looker {
  readonly randomUuid: () => string;
}

type RowsHub = Pick<AdmittedHub, 'uid' | 'node' | 'reach'>;
type Pulled = ReplyOf<typeof api.syncPull>;

/** A hub that is new reads all that its clients have: each message costs both sides some statements, however few rows it has. */
const pullBounds = { rows: 1000, characters: 2_000_000 };

/** The rows that changed since the hub read them last, of its clients and of all. */
export async function pullRows(
  store: RowStore,
  hub: RowsHub,
  { since, call }: Pick<BodyOf<typeof api.syncPull>, 'since' | 'call'>,
  looker: CloudLooker,
): Promise<Pulled | Refusal> {
  const heard = await heedCall(store, hub, call, looker.randomUuid);
  if (isRefusal(heard)) return heard;
  await harvestRows(store, looker);
  const head = await readHead(store);
  const found = await store.rowsForHub(hub, since, pullBounds.rows);
  // Looked at once more before it leaves: no mistake of a query tells one client of another.
  if (!found.every((row) => isForHub(hub.reach, row))) throw new Error('a row of another client was about to be told');
  const { rows, next, more } = tellUpTo(found, (row) => withoutSecrets(wireRow(row)), {
    ...{ since, head, bounds: pullBounds },
  });
  return { rows: [...rows], next, more, token: heard.token };
}

/** People sign in on a hub by the password that they have in the cloud; administrators do not. */
function withoutSecrets(row: WireRow): WireRow {
  const roles = row.fields.roles?.[0];
  const isAdministrator = Array.isArray(roles) && roles.includes('Admin');
  return isAdministrator ? withoutPassword(row) : row;
}

/** Rows of a hub, merged. What it says of passwords is not even read. */
export async function takeRows(
  store: RowStore,
  hub: RowsHub,
  { rows: given, call }: BodyOf<typeof api.syncPush>,
  looker: CloudLooker,
): Promise<ReplyOf<typeof api.syncPush> | Refusal> {
  if (hub.node === null) return refuse('sync.wrongCode');
  const heard = await heedCall(store, hub, call, looker.randomUuid);
  if (isRefusal(heard)) return heard;
  const { rows, refused: unreadable } = readRows(given, looker.nowMs);
  await harvestRows(store, looker);
  const refused = await mergeRows(store, rows, { ...looker, from: hub.node, judge: judgeHub(hub.reach) });
  await retryHeld(store);
  await store.follow(rows);
  return {
    token: heard.token,
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

/** ms; the clock of the cloud itself may have been a year ahead when the hub wrote, and be a year late now. */
const mostAheadMs = 3 * 365 * 86_400_000;

/** An edit of farther in the future is one of no clock, and would win for ever. */
const isAhead = ({ fields, deleted }: WireRow, nowMs: number): boolean =>
  [...Object.values(fields).map(([, at]) => at), deleted?.[0] ?? ''].some((at) => msOf(at) > nowMs + mostAheadMs);
