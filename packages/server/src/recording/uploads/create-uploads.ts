import { randomUUID } from 'node:crypto';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, tables } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { type DataFolder, hashWorkingFile, removeWorkingFile } from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';
import { appendBytes } from './append-bytes.ts';
import { holdRoom } from './hold-room.ts';
import type { NewPiece, NewUpload } from './read-tus-headers.ts';

const { uploads } = tables;

export interface UploadsDependencies {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'growing' | 'working'>;
  readonly disk: Pick<DiskLedger, 'reserve'>;
}

export type UploadRow = typeof uploads.$inferSelect;
export interface MadeRecord {
  readonly id: number;
  readonly task_id: number;
}
/** A whole upload: a working file of whoever asked, who removes it; or the record that it has become. */
export type LentUpload = { readonly file: UploadedFile; readonly sha256: string } | { readonly made: MadeRecord };

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
  /** Notes the record of an upload, which is held until the transaction ends. Answers the one that was made before, if any. */
  settle(tx: Queryable, uid: string, made: MadeRecord): Promise<MadeRecord | undefined>;
  /** Removes the bytes of an upload that is a record. */
  forgetBytes(uid: string): Promise<void>;
  close(): Promise<void>;
}

export function createUploads({ database, folder, disk }: UploadsDependencies): Uploads {
  const { db } = database;
  const { growing, working } = folder;
  const room = holdRoom(disk);
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
    const [begun] = await db
      .select({ number: count() })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), isNull(uploads.recordId)));
    const { uploadsAUser } = limits;
    if ((begun?.number ?? 0) >= uploadsAUser) return refuse('upload.tooMany', { maximum: uploadsAUser });
    const uid = randomUUID();
    const reserved = await room.hold(uid, upload.sizeBytes);
    if (isRefusal(reserved)) return reserved;
    const [row] = await db
      .insert(uploads)
      .values({ uid, userId, ...upload })
      .returning();
    if (row === undefined) throw new Error('an upload was not begun');
    return row;
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
    const reserved = await room.hold(uid, restBytes);
    if (isRefusal(reserved)) return reserved;
    const piece = { uid, offset, restBytes, digest, bytes };
    const { countedBytes, refusal } = await appendBytes(growing, reserved, piece);
    if (countedBytes === restBytes) room.release(uid);
    const kept = await keep(uid, receivedBytes + countedBytes);
    return refusal ?? kept;
  }

  async function lend(row: UploadRow): Promise<LentUpload | Refusal> {
    const { uid, recordId, taskId, receivedBytes: offset, sizeBytes: size, filename } = row;
    if (recordId !== null && taskId !== null) return { made: { id: recordId, task_id: taskId } };
    if (offset < size) return refuse('upload.incomplete', { offset, size });
    const path = working.newPath(`upload-${randomUUID()}`);
    await growing.lend(uid, path);
    const sha256 = await hashWorkingFile(path);
    if (row.sha256 === null || row.sha256 === sha256) return { file: { path, filename, sizeBytes: size }, sha256 };
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
      if (row === undefined) throw new Error('an upload went while it became a record');
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
        room.release(uid);
        await growing.delete(uid);
        return undefined;
      }),
    forgetBytes: (uid) => growing.delete(uid),
    close: async () => room.close(),
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
