import { type Refusal, refuse, SyncFileState } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Life } from '../../recording/life/index.ts';
import { noteFreed } from '../files/note-missing.ts';
import { whyNotOf } from '../say-why-not.ts';
import { type Cloud, endsRound, SyncStopped } from './call-cloud.ts';

export interface FreeDependencies {
  readonly db: Queryable;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly life: Pick<Life, 'inTransaction' | 'move'>;
  /** Deletes the original of a record and all that was made of it. */
  readonly removeFiles: (record: { readonly uid: string }) => Promise<void>;
  readonly log: Log;
}

const Asked = z.object({ id: z.number(), uid: z.string(), source: z.string(), size_bytes: z.coerce.number() });

/**
 * Deletes here one that somebody chose to free, after the cloud has read its own once more and found the very same bytes. False: none
 * is left.
 */
export async function freeNext(dependencies: FreeDependencies, cloud: Cloud, tried: Set<string>): Promise<boolean> {
  const { db, log } = dependencies;
  const { rows } = await db.execute(sql`select r.id, r.uid, r.source, r.size_bytes from sync_files f
    join records r on r.uid = f.record_uid where f.free_asked
      and r.uid not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...tried])}::jsonb))
    order by r.started_at limit 1`);
  const [row] = z.array(Asked).parse(rows);
  if (row === undefined) return false;
  tried.add(row.uid);
  try {
    await freeOne(dependencies, cloud, row);
  } catch (problem) {
    if (problem instanceof SyncStopped && problem.refusal.code === 'sync.otherOriginal') {
      await sendAgain(db, row.uid);
    } else if (problem instanceof SyncStopped && endsRound(problem)) {
      throw problem;
    } else if (problem instanceof SyncStopped && problem.refusal.code === 'sync.stillHashing') {
      // Asked again in the next round.
      await db.execute(sql`update sync_files set why_not = 'sync.stillHashing' where record_uid = ${row.uid}`);
    } else if (problem instanceof Changed) {
      await stay(db, row.uid, null);
    } else {
      await stay(db, row.uid, problem instanceof SyncStopped ? problem.refusal : refuse('sync.noOriginal'));
      if (!(problem instanceof SyncStopped)) log.warn({ error: String(problem) }, 'files for the cloud ended early');
    }
  }
  return true;
}

async function freeOne(
  { db, folder, life, removeFiles, log }: FreeDependencies,
  cloud: Cloud,
  row: z.infer<typeof Asked>,
): Promise<void> {
  const { uid, id } = row;
  const file = await folder.files.open(stored.source(row));
  if (file === undefined) return stay(db, uid, refuse('sync.noOriginal'));
  const { sizeBytes: size, etag } = file;
  const sha256 = await file.hash();
  const asked = { sha256, size, replaces: false, reads: true };
  const { confirmed } = await cloud.post(`/dbsync/hub/files/${uid}`, asked, SyncFileState);
  if (!confirmed) return sendAgain(db, uid);
  const isFreed = await life.inTransaction(async (tx) => {
    // What somebody chose to keep or to send again meanwhile stays, and what its device went on with.
    const { rowCount } = await tx.execute(sql`update sync_files f set free_asked = false, freed_at = now()
      from records r where r.uid = f.record_uid and f.record_uid = ${uid} and f.free_asked and f.state = 'synced'
        and f.confirmed_sha256 = ${sha256} and not r.favorite`);
    const set = { availableData: {}, modules: {}, sizeBytes: 0, originalElsewhere: true };
    if (rowCount !== 1 || !(await life.move(tx, { id }, 'error', { from: ['done', 'error'], set }))) return false;
    const again = await folder.files.open(stored.source(row));
    await again?.close();
    if (again?.etag !== etag) throw new Changed('the original was written meanwhile');
    await noteFreed(tx, id);
    return true;
  });
  if (!isFreed) return stay(db, uid, null);
  await removeFiles(row);
  log.info({ recordId: id, freedBytes: row.size_bytes }, 'an original that the cloud confirmed was freed');
}

/** Takes back what the transaction has done. */
class Changed extends Error {}

/** The cloud lost what it had confirmed, or the original is another one since. */
async function sendAgain(db: Queryable, uid: string): Promise<void> {
  await db.execute(sql`update sync_files set free_asked = false, state = 'resend', sent_bytes = 0, confirmed_sha256 = null,
    confirmed_at = null where record_uid = ${uid}`);
}

async function stay(db: Queryable, uid: string, why: Refusal | null): Promise<void> {
  const { code = null, parameters = {} } = why === null ? {} : whyNotOf(why);
  await db.execute(sql`update sync_files set free_asked = false, why_not = ${code},
    why_parameters = ${JSON.stringify(parameters)}::jsonb where record_uid = ${uid}`);
}

/** Once a start: ends what a program that was killed had begun, and lets go of what was decoded here again since. */
export async function finishFreeing({ db, folder, removeFiles }: FreeDependencies): Promise<void> {
  await db.execute(sql`update sync_files f set freed_at = null from records r
    where r.uid = f.record_uid and f.freed_at is not null and r.decode_state <> 'error'`);
  const { rows } = await db.execute(sql`select r.id, r.uid, r.source, r.size_bytes from sync_files f
    join records r on r.uid = f.record_uid where f.freed_at is not null and r.decode_state = 'error'`);
  for (const row of z.array(Asked).parse(rows)) {
    if (await folder.files.has(stored.source(row))) await removeFiles(row);
  }
}
