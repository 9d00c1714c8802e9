import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { msOf, tellUpTo } from '../core/index.ts';
import { readHead } from '../identity.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import { judgeHub } from '../rows/judge-hub.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import type { Marks, RowStore } from '../rows/row-store.ts';
import { noUid } from '../rows/travelling-tables.ts';
import { WireRow as Wire, type WireRow, wireRow, withoutPassword } from '../rows/wire-row.ts';
import type { AdmittedHub } from './admit-hubs.ts';

type Pulled = ReplyOf<typeof api.syncPull>;

const pullBounds = { rows: 300, characters: 600_000 };

/** The rows that changed since the hub read them last, of its clients and of all. */
export async function pullRows(
  store: RowStore,
  hub: Pick<AdmittedHub, 'node' | 'reach'>,
  since: number,
  looker: Looker,
): Promise<Pulled> {
  await harvestRows(store, looker);
  const head = await readHead(store);
  const found = await store.rowsForHub(hub, since, pullBounds.rows);
  const { rows, next, more } = tellUpTo(found, (row) => withoutSecrets(wireRow(row)), {
    ...{ since, head, bounds: pullBounds },
  });
  return { rows: [...rows], next, more };
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
  hub: Pick<AdmittedHub, 'node' | 'reach'>,
  given: BodyOf<typeof api.syncPush>['rows'],
  looker: Looker,
): Promise<ReplyOf<typeof api.syncPush> | Refusal> {
  if (hub.node === null) return refuse('sync.wrongCode');
  const { rows, refused: unreadable } = readRows(given, looker.nowMs);
  await harvestRows(store, looker);
  const refused = await mergeRows(store, rows, { ...looker, from: hub.node, judge: judgeHub(hub.reach) });
  await retryHeld(store);
  await store.follow(rows);
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

/** Notes that a hub has begun a round; answers the last one that was heard of before. */
export async function noteRound(
  marks: Marks,
  { uid }: Pick<AdmittedHub, 'uid'>,
  round: number | undefined,
): Promise<number> {
  const key = `round ${uid}`;
  const known = z
    .number()
    .catch(0)
    .parse(await marks.readMark(key));
  if (round !== undefined && round > known) await marks.writeMark(key, round);
  return known;
}

export async function noteHub(
  tx: Queryable,
  hub: AdmittedHub,
  { node, version, report }: BodyOf<typeof api.syncHello>,
) {
  await tx.execute(
    sql`update hub_links set node = ${node}, report = ${JSON.stringify(report)}::jsonb where hub_id = ${hub.id}`,
  );
  await tx.execute(sql`update hubs set last_seen_at = now(), version = ${version} where id = ${hub.id}`);
}
