import { SyncPulled, SyncPushed, SyncWelcome, syncRowsAtOnce } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { noteMissingOriginals } from '../files/note-missing.ts';
import { readHead, readNode } from '../identity.ts';
import type { InTurn } from '../in-turn.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
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
import { noUid } from '../rows/travelling-tables.ts';
import type { Cloud } from './call-cloud.ts';
import { type Progress, readProgress, writeProgress } from './keep-link.ts';

export interface ExchangeDependencies {
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly version: string;
}

/** Bytes of a message, below what the cloud reads at once. */
const messageBytes = 500_000;
/** Of a node that nobody has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Scenarios that come with the product: the cloud has its own, and nobody needs to hear that it keeps them. */
export const isTold = sql`not (table_name = 'scenarios' and client_uid is null)`;

export interface Met {
  /** ms that the clock of the cloud is ahead. */
  readonly offsetMs: number;
  /** Whether the cloud may have rows that are not known here. */
  readonly hasNews: boolean;
}

/** Notes what people changed here, also while there is no network: each field keeps the moment and the person of its own edit. */
export const noteEdits = ({ inTurn, clock }: ExchangeDependencies, offsetMs: number): Promise<number> =>
  inTurn(async (tx) => harvestRows(tx, await lookerOf(tx, clock, offsetMs)));

/** Hears who the cloud is, and what time it is there. */
export async function greet(
  { inTurn, clock, version }: ExchangeDependencies,
  cloud: Cloud,
  report: {
    readonly rows: number;
    readonly files: number;
    readonly bytes: number;
    readonly free_bytes: number;
    readonly offset_ms: number;
  },
): Promise<Met> {
  const [node, known] = await inTurn(async (tx) => [await readNode(tx), await readProgress(tx)] as const);
  const since = known && { epoch: known.epoch, reach: known.reach, received: known.received };
  const [askedMs, startMs] = [clock.nowMs(), clock.monotonicMs()];
  const welcome = await cloud.post(
    '/dbsync/hub/hello',
    { node, version, report, since, visit: known?.visit },
    SyncWelcome,
  );
  const tookMs = clock.monotonicMs() - startMs;
  await inTurn(async (tx) => {
    const before = await readProgress(tx);
    const isSame = before?.epoch === welcome.epoch && !welcome.set_back;
    const isSameReach = isSame && before.reach === welcome.reach;
    // What was refused because it was nobody's business there is told once more when that changes.
    const [received, sent] = isSameReach ? [before.received, before.sent] : [0, 0];
    if (!isSame) await forgetConfirmed(tx);
    const { epoch, reach, node: cloudNode, visit } = welcome;
    const progress: Progress = { epoch, reach, cloudNode, received, sent, ...(visit && { visit }) };
    await writeProgress(tx, progress);
  });
  return { offsetMs: Math.round(welcome.now_ms - (askedMs + tookMs / 2)), hasNews: welcome.news };
}

/** Another cloud, or one that was set up anew or set back: what the former one had confirmed, this one may not have. */
async function forgetConfirmed(tx: Queryable): Promise<void> {
  await tx.execute(sql`update sync_files set state = 'needs_sending', confirmed_sha256 = null, confirmed_at = null,
    sent_bytes = 0`);
}

/** Reads what changed in the cloud, as far as it goes; what people changed here meanwhile is noted first. Answers how many rows that were. */
export async function pull({ inTurn, clock }: ExchangeDependencies, cloud: Cloud, { offsetMs }: Met): Promise<number> {
  for (let heard = 0; ; ) {
    const progress = await inTurn(readProgress);
    if (progress === undefined) return heard;
    const asked = { since: progress.received, epoch: progress.epoch };
    const { rows: given, next, more } = await cloud.post('/dbsync/hub/pull', asked, SyncPulled);
    const rows = Wire.array().parse(given);
    heard += rows.length;
    await inTurn(async (tx) => {
      const looker = await lookerOf(tx, clock, offsetMs);
      await harvestRows(tx, looker);
      await mergeRows(tx, rows, { ...looker, from: progress.cloudNode, judge: undefined });
      await retryHeld(tx);
      await tellRooms(tx, rows);
      await noteMissingOriginals(tx, uidsOfRecords(rows));
      await writeProgress(tx, { ...progress, received: next });
    });
    if (!more) return heard;
  }
}

async function lookerOf(tx: Queryable, clock: Clock, offsetMs: number): Promise<Looker> {
  return { node: await readNode(tx), nowMs: clock.nowMs(), offsetMs };
}

/** Tells the cloud what changed here, as far as it goes; what it does not believe is noted with its reason. Answers how many rows that were. */
export async function push({ inTurn, clock }: ExchangeDependencies, cloud: Cloud, { offsetMs }: Met): Promise<number> {
  for (let told = 0; ; ) {
    const message = await inTurn(async (tx) => {
      await harvestRows(tx, await lookerOf(tx, clock, offsetMs));
      return readMessage(tx);
    });
    if (message === undefined) return told;
    told += message.rows.length;
    const refused = message.rows.length === 0 ? [] : await tell(cloud, message.rows);
    await inTurn(async (tx) => {
      await noteRefused(tx, refused);
      const progress = await readProgress(tx);
      if (progress) await writeProgress(tx, { ...progress, sent: message.next });
    });
    if (!message.more) return told;
  }
}

async function tell(cloud: Cloud, rows: readonly WireRow[]) {
  return (await cloud.post('/dbsync/hub/push', { rows }, SyncPushed)).refused;
}

async function readMessage(
  tx: Queryable,
): Promise<{ readonly rows: WireRow[]; readonly next: number; readonly more: boolean } | undefined> {
  const progress = await readProgress(tx);
  if (progress === undefined) return undefined;
  const head = await readHead(tx);
  const { rows } = await tx.execute(sql`select * from sync_rows where seq > ${progress.sent} and ${isTold}
    and from_node is distinct from ${progress.cloudNode}::uuid order by seq limit ${syncRowsAtOnce}`);
  const told: WireRow[] = [];
  let [next, bytes] = [progress.sent, 0];
  for (const row of rows.map(readKept)) {
    const wire = withoutPassword(wireRow(row));
    bytes += Buffer.byteLength(JSON.stringify(wire));
    if (told.length > 0 && bytes > messageBytes) return { rows: told, next, more: true };
    told.push(wire);
    next = row.seq;
  }
  const more = rows.length === syncRowsAtOnce;
  return { rows: told, next: more ? next : head, more };
}

async function noteRefused(tx: Queryable, refused: z.infer<typeof SyncPushed>['refused']): Promise<void> {
  if (refused.length === 0) return;
  const given = refused.map((row) => ({ ...row, other_uid: row.other_uid ?? noUid }));
  await tx.execute(sql`update sync_rows s set refused = r.reason
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r("table" text, uid uuid, other_uid uuid, reason text)
    where s.table_name = r."table" and s.uid = r.uid and s.other_uid = r.other_uid`);
}

/** Rows that the cloud does not have as they are here. */
export async function countWaitingRows(tx: Queryable): Promise<number> {
  const progress = await readProgress(tx);
  const { rows } =
    await tx.execute(sql`select count(*) as n from sync_rows where seq > ${progress?.sent ?? 0} and ${isTold}
    and from_node is distinct from ${progress?.cloudNode ?? nobody}::uuid`);
  return z.coerce.number().parse(rows[0]?.n);
}
