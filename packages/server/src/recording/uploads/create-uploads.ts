import { randomUUID } from 'node:crypto';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { and, count, desc, eq, isNull, sql, sum } from 'drizzle-orm';
import { type Database, type Queryable, tables } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { type DataFolder, hashWorkingFile, removeWorkingFile } from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';
import { appendBytes } from './append-bytes.ts';
import type { AnnouncedUpload, NewPiece } from './read-tus-headers.ts';

const { uploads } = tables;
/** Uploads of one person begin one after the other, so that many at once are bounded like many in a row. */
const beginLock = 7_301_011;

export interface UploadsDependencies {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'growing' | 'working'>;
  readonly disk: Pick<DiskLedger, 'reserve'>;
}

export type NewUpload = AnnouncedUpload & { readonly clientId: number };
export type UploadRow = typeof uploads.$inferSelect;
export interface MadeRecord {
  readonly id: number;
  readonly task_id: number;
}
/** A whole upload: a working file of whoever asked, who removes it; or the record that it has become. */
export type LentUpload =
  | { readonly file: UploadedFile; readonly sha256: string; readonly clientId: number }
  | { readonly made: MadeRecord };

/**
 * Files that come in pieces, each person's own. What a row says has come is on the disk: pieces are synced first. After a
 * break, a restart or a kill they go on from there.
 */
export interface Uploads {
  begin(userId: number, upload: NewUpload): Promise<UploadRow | Refusal>;
  list(userId: number): Promise<UploadRow[]>;
  read(userId: number, uid: string): Promise<UploadRow | Refusal>;
  /** Answers the new offset. */
  append(
    userId: number,
    uid: string,
    piece: NewPiece & { readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<UploadRow | Refusal>;
  remove(userId: number, uid: string): Promise<Refusal | undefined>;
  /** The whole file, once it is what its sender announced. */
  lend(userId: number, uid: string): Promise<LentUpload | Refusal>;
  /**
   * Notes the record of an upload, which is held until the transaction ends. Answers the one that was made before, if any, or
   * a refusal where the upload was removed meanwhile.
   */
  settle(tx: Queryable, uid: string, made: MadeRecord): Promise<MadeRecord | Refusal | undefined>;
  /** Removes the bytes of an upload that is a record. */
  forgetBytes(uid: string): Promise<void>;
}

export function createUploads({ database, folder, disk }: UploadsDependencies): Uploads {
  const { db } = database;
  const { growing, working } = folder;
  /** Uploads of which a piece is being written or read. */
  const busy = new Set<string>();

  async function alone<T>(uid: string, work: () => Promise<T>): Promise<T | Refusal> {
    if (busy.has(uid)) return refuse('upload.busy');
    busy.add(uid);
    try {
      return await work();
    } finally {
      busy.delete(uid);
    }
  }

  async function read(userId: number, uid: string): Promise<UploadRow | Refusal> {
    const [row] = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.uid, uid), eq(uploads.userId, userId)));
    if (row === undefined) return refuse('entity.notFound');
    const isLost = row.recordId === null && row.receivedBytes > 0 && !(await growing.has(uid));
    return isLost ? keep(uid, 0) : row;
  }

  async function keep(uid: string, receivedBytes: number): Promise<UploadRow | Refusal> {
    const [row] = await db.update(uploads).set({ receivedBytes, idleHours: 0 }).where(eq(uploads.uid, uid)).returning();
    return row ?? refuse('entity.notFound');
  }

  async function begin(userId: number, upload: NewUpload): Promise<UploadRow | Refusal> {
    return db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${beginLock}, ${userId})`);
      const restBytes = sum(sql`${uploads.sizeBytes} - ${uploads.receivedBytes}`).mapWith(Number);
      const [begun] = await tx
        .select({ number: count(), restBytes })
        .from(uploads)
        .where(and(eq(uploads.userId, userId), isNull(uploads.recordId)));
      const { uploadsAUser } = limits;
      if ((begun?.number ?? 0) >= uploadsAUser) return refuse('upload.tooMany', { maximum: uploadsAUser });
      const refusal = await refuseWithoutRoom((begun?.restBytes ?? 0) + upload.sizeBytes);
      if (refusal !== undefined) return refusal;
      const [row] = await tx
        .insert(uploads)
        .values({ uid: randomUUID(), userId, ...upload })
        .returning();
      if (row === undefined) throw new Error('an upload was not begun');
      return row;
    });
  }

  /** Nobody begins more than the disk has room for; who only says what is to come keeps no room from others. */
  async function refuseWithoutRoom(bytes: number): Promise<Refusal | undefined> {
    const room = await disk.reserve('upload', bytes);
    if (isRefusal(room)) return room;
    room.release();
    return undefined;
  }

  async function append(
    row: UploadRow,
    { offset, digest, bytes }: Parameters<Uploads['append']>[2],
  ): Promise<UploadRow | Refusal> {
    const { uid, sizeBytes, receivedBytes } = row;
    if (row.recordId !== null || offset !== receivedBytes) {
      return refuse('upload.wrongOffset', { offset: receivedBytes });
    }
    const restBytes = sizeBytes - receivedBytes;
    const piece = { uid, offset, restBytes, digest, bytes };
    const { countedBytes, refusal } = await appendBytes(growing, disk, piece);
    const kept = await keep(uid, receivedBytes + countedBytes);
    return refusal ?? kept;
  }

  async function lend(row: UploadRow): Promise<LentUpload | Refusal> {
    const { uid, clientId, recordId, taskId, receivedBytes: offset, sizeBytes: size, filename } = row;
    if (recordId !== null && taskId !== null) return { made: { id: recordId, task_id: taskId } };
    if (offset < size) return refuse('upload.incomplete', { offset, size });
    const kept = await keep(uid, offset);
    if (isRefusal(kept)) return kept;
    const path = working.newPath(`upload-${randomUUID()}`);
    await growing.lend(uid, path);
    const sha256 = await hashWorkingFile(path);
    const file = { path, filename, sizeBytes: size };
    if (row.sha256 === null || row.sha256 === sha256) return { file, sha256, clientId };
    await removeWorkingFile(path);
    await keep(uid, 0);
    return refuse('upload.corrupted');
  }

  return {
    begin,
    read,
    list: (userId) =>
      db
        .select()
        .from(uploads)
        .where(and(eq(uploads.userId, userId), isNull(uploads.recordId)))
        .orderBy(desc(uploads.createdAt))
        .limit(limits.uploadsAUser),
    append: (userId, uid, piece) =>
      alone(uid, async () => {
        const row = await read(userId, uid);
        return isRefusal(row) ? row : append(row, piece);
      }),
    lend: (userId, uid) =>
      alone(uid, async () => {
        const row = await read(userId, uid);
        return isRefusal(row) ? row : lend(row);
      }),
    async settle(tx, uid, made) {
      const [row] = await tx.select().from(uploads).where(eq(uploads.uid, uid)).for('update');
      if (row === undefined) return refuse('entity.notFound');
      if (row.recordId !== null && row.taskId !== null) return { id: row.recordId, task_id: row.taskId };
      await tx.update(uploads).set({ recordId: made.id, taskId: made.task_id }).where(eq(uploads.uid, uid));
      return undefined;
    },
    remove: (userId, uid) =>
      alone(uid, async () => {
        const gone = await db
          .delete(uploads)
          .where(and(eq(uploads.uid, uid), eq(uploads.userId, userId)))
          .returning({ uid: uploads.uid });
        if (gone.length === 0) return refuse('entity.notFound');
        await growing.delete(uid);
        return undefined;
      }),
    forgetBytes: (uid) => growing.delete(uid),
  };
}

/** Counts one hour more for every upload; answers those that rested too long, which are no rows any more. */
export async function countIdleHour(db: Queryable): Promise<string[]> {
  await db.update(uploads).set({ idleHours: sql`${uploads.idleHours} + 1` });
  const gone = await db
    .delete(uploads)
    .where(sql`${uploads.idleHours} >= ${limits.uploadIdleHours}`)
    .returning({ uid: uploads.uid });
  return gone.map(({ uid }) => uid);
}
