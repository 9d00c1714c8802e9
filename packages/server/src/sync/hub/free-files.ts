import { SyncFileState } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Life } from '../../recording/life/index.ts';
import { noteFreed } from '../files/note-missing.ts';
import { type Cloud, SyncStopped } from './call-cloud.ts';

export interface FreeDependencies {
  readonly db: Queryable;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly life: Pick<Life, 'inTransaction' | 'move'>;
  /** Deletes the original of a record and all that was made of it. */
  readonly removeFiles: (record: { readonly uid: string }) => Promise<void>;
  readonly log: Log;
}

const Asked = z.object({ id: z.number(), uid: z.string(), source: z.string(), size_bytes: z.coerce.number() });

/** Deletes here what somebody chose to free, each only after the cloud has said once more that it has the very same bytes. */
export async function freeFiles(dependencies: FreeDependencies, cloud: Cloud): Promise<void> {
  const { db } = dependencies;
  for (;;) {
    const { rows } = await db.execute(sql`select r.id, r.uid, r.source, r.size_bytes from sync_files f
      join records r on r.uid = f.record_uid where f.free_asked order by r.started_at limit 1`);
    const [row] = z.array(Asked).parse(rows);
    if (row === undefined) return;
    try {
      await freeOne(dependencies, cloud, row);
    } catch (problem) {
      if (!(problem instanceof SyncStopped) || problem.refusal.code === 'sync.unreachable') throw problem;
      await stay(db, row.uid);
    }
  }
}

async function freeOne(
  { db, folder, life, removeFiles, log }: FreeDependencies,
  cloud: Cloud,
  row: z.infer<typeof Asked>,
): Promise<void> {
  const { uid, id } = row;
  const file = await folder.files.open(stored.source(row));
  const sizeBytes = file?.sizeBytes ?? 0;
  const sha256 = await file?.hash();
  const isThere =
    sha256 !== undefined &&
    (await cloud.post(`/dbsync/hub/files/${uid}`, { sha256, size: sizeBytes, replaces: false }, SyncFileState))
      .confirmed;
  const isFreed =
    isThere &&
    (await life.inTransaction(async (tx) => {
      // What somebody chose to send again meanwhile stays.
      const { rowCount } = await tx.execute(sql`update sync_files set free_asked = false, freed_at = now()
        where record_uid = ${uid} and free_asked and state = 'synced' and confirmed_sha256 = ${sha256}`);
      const set = { availableData: {}, modules: {}, sizeBytes: 0 };
      if (rowCount !== 1 || !(await life.move(tx, { id }, 'error', { from: ['done', 'error'], set }))) return false;
      await noteFreed(tx, id);
      return true;
    }));
  if (isFreed) {
    await removeFiles(row);
    log.info({ recordId: id, freedBytes: row.size_bytes }, 'an original that the cloud confirmed was freed');
    return;
  }
  await stay(db, uid);
  // The cloud lost what it had confirmed, or the original is another one since.
  if (sha256 !== undefined && !isThere) {
    await db.execute(sql`update sync_files set state = 'resend', sent_bytes = 0 where record_uid = ${uid}`);
  }
}

async function stay(db: Queryable, uid: string): Promise<void> {
  await db.execute(sql`update sync_files set free_asked = false where record_uid = ${uid}`);
}
