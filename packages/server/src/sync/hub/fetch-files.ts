import { isRefusal, refuse, SyncFileOffer } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { appendBytes } from '../../recording/uploads/index.ts';
import { forgetMissing } from '../files/note-missing.ts';
import { type ArrivalDependencies, placeArrived } from '../files/place-arrived.ts';
import { whyNotOf } from '../say-why-not.ts';
import { type Cloud, endsRound, SyncStopped } from './call-cloud.ts';
import type { Rate } from './measure-rate.ts';
import { readSendingRules } from './sending-rules.ts';

export interface FetchDependencies extends ArrivalDependencies {
  readonly db: Db;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly rate: Rate;
  readonly log: Log;
  readonly monotonicMs: () => number;
  /** The link is ended, or the program. */
  readonly ending: AbortSignal;
}

const Wanted = z.object({
  id: z.number(),
  uid: z.string(),
  client_id: z.number(),
  source: z.string(),
  sha256: z.string().nullable(),
  size_bytes: z.coerce.number().nullable(),
  received_bytes: z.coerce.number(),
});
type Wanted = z.infer<typeof Wanted>;

/** A copy that is damaged stays so, and each offer of it is a hash of the whole file there; who asks once more is answered at once. */
const betweenReads = '1 hour';

/**
 * Brings back from the cloud one original that somebody wants here, the first that was asked for first. False: none is left but those
 * that were tried.
 */
export async function fetchNext(dependencies: FetchDependencies, cloud: Cloud, tried: Set<string>): Promise<boolean> {
  const { db, log } = dependencies;
  const { rows } =
    await db.execute(sql`select r.id, r.uid, r.client_id, r.source, w.sha256, w.size_bytes, w.received_bytes
    from sync_wanted w join records r on r.uid = w.record_uid
    where not (w.why_not is not distinct from 'sync.damagedInCloud' and w.last_try_at > now() - ${betweenReads}::interval)
      and w.record_uid not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...tried])}::jsonb))
    order by w.created_at limit 1`);
  const [row] = z.array(Wanted).parse(rows);
  if (row === undefined) return false;
  tried.add(row.uid);
  try {
    await fetchOne(dependencies, cloud, row);
  } catch (problem) {
    // One that cannot be written must not keep the others there.
    const { code, parameters } = whyNotOf(problem instanceof SyncStopped ? problem.refusal : refuse('sync.endedEarly'));
    await db.execute(sql`update sync_wanted set why_not = ${code}, why_parameters = ${JSON.stringify(parameters)}::jsonb,
      last_try_at = now() where record_uid = ${row.uid}`);
    if (!(problem instanceof SyncStopped)) log.warn({ error: String(problem) }, 'files for the cloud ended early');
    else if (endsRound(problem)) throw problem;
  }
  return true;
}

/** @throws SyncStopped */
async function fetchOne(dependencies: FetchDependencies, cloud: Cloud, row: Wanted): Promise<void> {
  const { db, disk, folder, life } = dependencies;
  const { uid } = row;
  if (await folder.files.has(stored.source(row))) {
    await life.inTransaction(async (tx) => {
      await tx.execute(sql`delete from sync_wanted where record_uid = ${uid}`);
      await tx.execute(sql`update sync_files set freed_at = null where record_uid = ${uid}`);
      await forgetMissing(tx, row.id);
      await life.queueDecoding(tx, { id: row.id, clientId: row.client_id });
    });
    return;
  }
  // Each offer is a hash of the whole file there: one that has no room here is not asked for.
  const room = await disk.reserve('upload', (row.size_bytes ?? 0) - row.received_bytes);
  if (isRefusal(room)) throw new SyncStopped(room);
  room.release();
  const offer = await cloud.get(`/dbsync/hub/files/${uid}`, SyncFileOffer);
  const goesOn = row.sha256 === offer.sha256 && row.size_bytes === offer.size && (await folder.arriving.has(uid));
  if (!goesOn) await folder.arriving.delete(uid);
  const from = goesOn ? row.received_bytes : 0;
  await db.execute(sql`update sync_wanted set sha256 = ${offer.sha256}, size_bytes = ${offer.size}, received_bytes = ${from},
    last_try_at = now(), why_not = null where record_uid = ${uid}`);
  if (!(await receive(dependencies, cloud, { uid, from, size: offer.size }))) return;
  const file = { id: row.id, uid, clientId: row.client_id, source: row.source, sha256: offer.sha256 };
  const refusal = await placeArrived(dependencies, file, async (tx) => {
    await tx.execute(sql`insert into sync_files (record_uid, state, sha256, size_bytes, sent_bytes, confirmed_sha256, confirmed_at)
      values (${uid}, 'synced', ${offer.sha256}, ${offer.size}, ${offer.size}, ${offer.sha256}, now())
      on conflict (record_uid) do update set state = 'synced', sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
        sent_bytes = excluded.sent_bytes, confirmed_sha256 = excluded.confirmed_sha256, confirmed_at = now(),
        why_not = null, freed_at = null`);
    await tx.execute(sql`delete from sync_wanted where record_uid = ${uid}`);
  });
  if (refusal === undefined) return;
  await db.execute(sql`update sync_wanted set received_bytes = 0 where record_uid = ${uid}`);
  throw new SyncStopped(refusal);
}

/** Writes what is missing, piece by piece. False: nobody wants it any more. */
async function receive(
  { db, folder, disk, rate, monotonicMs, ending }: FetchDependencies,
  cloud: Cloud,
  { uid, from, size }: { readonly uid: string; readonly from: number; readonly size: number },
): Promise<boolean> {
  for (let offset = from; offset < size; ) {
    const startMs = monotonicMs();
    const bytes = await cloud.bytes(`/dbsync/hub/files/${uid}/bytes?offset=${offset}`);
    if (bytes.length === 0) throw new SyncStopped(refuse('upload.corrupted'));
    const piece = { uid, offset, restBytes: size - offset, digest: undefined, bytes: oneOf(bytes) };
    const { countedBytes, refusal } = await appendBytes(folder.arriving, disk, piece);
    offset += countedBytes;
    const { rowCount } = await db.execute(sql`update sync_wanted set received_bytes = ${offset}, last_try_at = now()
      where record_uid = ${uid}`);
    if (isRefusal(refusal)) throw new SyncStopped(refusal);
    if (rowCount === 0) {
      await folder.arriving.delete(uid);
      return false;
    }
    const { mostKilobytesPerSecond: most } = await readSendingRules(db);
    await rate.moved(bytes.length, monotonicMs() - startMs, most && most * 1000, ending);
  }
  return true;
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
