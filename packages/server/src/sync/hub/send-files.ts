import { type Refusal, refuse, SyncFileState } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { currentHubKey } from '../../administration/tenancy/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { restingState } from '../files/sweep-arriving.ts';
import { whyNotOf } from '../say-why-not.ts';
import { type Cloud, endsRound, SyncStopped } from './call-cloud.ts';
import type { Rate } from './measure-rate.ts';
import { isWaiting, readSendingRules, sendingOrder } from './sending-rules.ts';
import type { PieceSize } from './size-pieces.ts';

const candidatesAtOnce = 500;
/** Somebody may take it out of what is sent while it is under way. */
const isNotWithheld = sql`why_not is distinct from 'sync.withheld'`;
/** Times that one file is begun anew in a round, when the cloud has other bytes than it was thought to have. */
const mostBeginnings = 3;

export interface SendDependencies {
  readonly db: Db;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly rate: Rate;
  readonly pieces: PieceSize;
  readonly monotonicMs: () => number;
  /** The link is ended, or the program. */
  readonly ending: AbortSignal;
}

const Queued = z.object({ uid: z.string(), source: z.string() });
const Waiting = Queued.extend({ decode_state: z.string(), replaces: z.boolean(), is_first: z.boolean() });
type Waiting = z.infer<typeof Waiting>;

/** A record was decoded anew: if its original is another one than what was sent, it is sent again. */
export async function noteChanged({ db, folder }: Pick<SendDependencies, 'db' | 'folder'>, uid: string): Promise<void> {
  const { rows } = await db.execute(sql`select r.uid, r.source, f.size_bytes from sync_files f
    join records r on r.uid = f.record_uid where r.uid = ${uid} and f.state = 'synced' and f.freed_at is null`);
  const [row] = z.array(Queued.extend({ size_bytes: z.coerce.number() })).parse(rows);
  const file = row && (await folder.files.open(stored.source(row)));
  await file?.close();
  if (row === undefined || file === undefined || file.sizeBytes === row.size_bytes) return;
  await db.execute(sql`update sync_files set state = 'resend', sent_bytes = 0, free_asked = false
    where record_uid = ${uid} and state = 'synced'`);
}

/**
 * Puts originals of records that the cloud may have in the queue, when the hub sends by itself: some, or all that there are.
 * @param absent records found without an original: each is looked for once, and keeps no other one out
 */
export async function queueRecords(
  { db, folder }: Pick<SendDependencies, 'db' | 'folder'>,
  absent: Set<string>,
): Promise<void> {
  // What comes later from its device makes it another original than the one that was sent.
  await db.execute(sql`update sync_files f set state = 'resend', sent_bytes = 0 from records r
    where r.uid = f.record_uid and f.state = 'synced' and f.freed_at is null and r.decode_state = 'repairing'`);
  while ((await queueSome({ db, folder }, absent)) === 'none has an original');
}

async function queueSome(
  { db, folder }: Pick<SendDependencies, 'db' | 'folder'>,
  absent: Set<string>,
): Promise<'none has an original' | 'done'> {
  const { rows } = await db.execute(sql`select r.uid, r.source from records r
    join clients c on c.id = r.client_id left join sync_files f on f.record_uid = r.uid
    where f.record_uid is null and c.cloud_enabled and r.source <> 'seance' and r.original_purged is null
      and r.decode_state in ('done', 'error')
      and r.uid not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...absent])}::jsonb))
      and exists (select 1 from settings s join hubs h on to_jsonb(h.id) = s.value where s.key = ${currentHubKey} and h.auto_send)
    order by r.started_at desc limit ${candidatesAtOnce}`);
  const before = absent.size;
  for (const row of z.array(Queued).parse(rows)) {
    const file = await folder.files.open(stored.source(row));
    if (file === undefined) {
      absent.add(row.uid);
      continue;
    }
    await file.close();
    await db.execute(sql`insert into sync_files (record_uid, state, size_bytes)
      values (${row.uid}, 'needs_sending', ${file.sizeBytes}) on conflict do nothing`);
  }
  return rows.length > 0 && absent.size - before === rows.length ? 'none has an original' : 'done';
}

/**
 * Sends one that is in the queue: what somebody wants first, then the small ones, then the recent ones. False: none is left but those
 * that were tried.
 */
export async function sendNext(dependencies: SendDependencies, cloud: Cloud, tried: Set<string>): Promise<boolean> {
  const { db } = dependencies;
  const { isMetered } = await readSendingRules(db);
  await noteMetered(db, isMetered);
  const { rows } = await db.execute(sql`select r.uid, r.source, r.decode_state, f.is_first,
      f.state = 'resend' or f.confirmed_sha256 is not null as replaces from sync_files f
    join records r on r.uid = f.record_uid join clients c on c.id = r.client_id
    where ${isWaiting} and c.cloud_enabled and (f.is_first or not ${isMetered})
      and f.record_uid not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...tried])}::jsonb))
    order by ${sendingOrder(sql`r.started_at`)} limit 1`);
  const [row] = z.array(Waiting).parse(rows);
  if (row === undefined) return false;
  tried.add(row.uid);
  await sendOne(dependencies, cloud, row);
  return true;
}

/** Says of what waits that it does so because the link is metered, as long as it is. */
async function noteMetered(db: Db, isMetered: boolean): Promise<void> {
  await db.execute(
    isMetered
      ? sql`update sync_files set why_not = 'sync.metered' where state <> 'synced' and not is_first and why_not is null`
      : sql`update sync_files set why_not = null where why_not = 'sync.metered'`,
  );
}

async function sendOne(dependencies: SendDependencies, cloud: Cloud, row: Waiting): Promise<void> {
  const { db, folder } = dependencies;
  const fail = (refusal: Refusal) => {
    const { code, parameters } = whyNotOf(refusal);
    return db.execute(sql`update sync_files set why_not = ${code}, why_parameters = ${JSON.stringify(parameters)}::jsonb,
      last_try_at = now() where record_uid = ${row.uid} and ${isNotWithheld}`);
  };
  if (row.decode_state === 'recording' || row.decode_state === 'repairing') {
    await fail(refuse('sync.stillRecording'));
    return;
  }
  const file = await folder.files.open(stored.source(row));
  if (file === undefined || file.sizeBytes === 0) {
    await file?.close();
    await fail(refuse('sync.noOriginal'));
    return;
  }
  await file.close();
  try {
    for (let beginning = 1; ; beginning += 1) {
      if (await sendFrom(dependencies, cloud, row)) return;
      if (beginning === mostBeginnings) throw new SyncStopped(refuse('upload.corrupted'));
    }
  } catch (problem) {
    // One original that cannot be read must not keep the others here.
    await fail(problem instanceof SyncStopped ? problem.refusal : refuse('sync.noOriginal'));
    if (!(problem instanceof SyncStopped)) return;
    if (endsRound(problem)) throw problem;
  } finally {
    await restSending(db);
  }
}

/** None is under way: what began waits for going on, as far as it came. */
export async function restSending(db: Db): Promise<void> {
  await db.execute(sql`update sync_files set state = ${restingState} where state = 'sending'`);
}

/** Answers whether it was confirmed, cancelled, or waits for a link that is not metered; false: to be begun anew from what the cloud has. */
async function sendFrom(
  { db, folder, rate, pieces, monotonicMs, ending }: SendDependencies,
  cloud: Cloud,
  row: Waiting,
): Promise<boolean> {
  const { uid } = row;
  const name = stored.source(row);
  const file = await folder.files.open(name);
  if (file === undefined) return false;
  const sha256 = await file.hash();
  await file.close();
  const path = `/dbsync/hub/files/${uid}`;
  let state = await cloud.post(path, { sha256, size: file.sizeBytes, replaces: row.replaces }, SyncFileState);
  for (;;) {
    const { rowCount } = await db.execute(sql`update sync_files set sha256 = ${sha256}, size_bytes = ${file.sizeBytes},
        sent_bytes = ${state.offset}, last_try_at = now(), why_not = null,
        state = case when ${state.confirmed} then 'synced' else 'sending' end,
        is_first = is_first and not ${state.confirmed},
        confirmed_sha256 = case when ${state.confirmed} then ${sha256} else confirmed_sha256 end,
        confirmed_at = case when ${state.confirmed} then now() else confirmed_at end
      where record_uid = ${uid} and state <> 'synced' and (${state.confirmed} or ${isNotWithheld})`);
    if (state.confirmed || rowCount === 0) return true;
    if (state.offset >= file.sizeBytes) return false;
    const { isMetered, mostKilobytesPerSecond: most } = await readSendingRules(db);
    if (isMetered && !row.is_first) return true;
    const mostBytesPerSecond = most && most * 1000;
    const last = Math.min(state.offset + pieces.bytes(mostBytesPerSecond), file.sizeBytes) - 1;
    // A file that was read to its end is closed.
    const bytes = (await folder.files.open(name))?.read(state.offset, last);
    if (bytes === undefined) return false;
    const { offset } = state;
    const pieceBytes = last + 1 - offset;
    const startMs = monotonicMs();
    try {
      state = await cloud.append(path, { offset, bytes }, SyncFileState);
    } catch (problem) {
      // The disk of this hub is no fault of the link.
      if (bytes.errored) throw bytes.errored;
      const code = problem instanceof SyncStopped ? problem.refusal.code : '';
      // A proxy before the cloud may take no pieces of that size.
      const isTooLarge = problem instanceof SyncStopped && problem.refusal.parameters.code === '413';
      if (code === 'sync.unreachable' || isTooLarge) pieces.broke();
      if (!['upload.wrongOffset', 'upload.checksumMismatch', 'upload.corrupted', 'upload.busy'].includes(code))
        throw problem;
      return false;
    } finally {
      bytes.destroy();
    }
    // Nothing was there to be read: the file became shorter.
    if (state.offset <= offset) return false;
    const tookMs = monotonicMs() - startMs;
    pieces.arrived(pieceBytes, tookMs);
    await rate.moved(pieceBytes, tookMs, mostBytesPerSecond, ending);
  }
}
