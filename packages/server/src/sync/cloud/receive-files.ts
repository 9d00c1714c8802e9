import { type api, type BodyOf, isRefusal, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { stored } from '../../platform/files/index.ts';
import { appendBytes, type readNewPiece } from '../../recording/uploads/index.ts';
import { readFrames } from '../files/frames.ts';
import { type ArrivalDependencies, placeArrived } from '../files/place-arrived.ts';
import { isInReach } from '../rows/judge-hub.ts';
import type { AdmittedHub } from './admit-hubs.ts';
import { hashPatiently } from './hash-patiently.ts';

export interface ReceiveDependencies extends ArrivalDependencies {
  readonly database: Database;
  readonly disk: Pick<DiskLedger, 'reserve'>;
}

type State = Pick<ReplyOf<typeof api.syncBeginFile>, 'offset' | 'confirmed'>;
type Piece = Exclude<ReturnType<typeof readNewPiece>, Refusal> & {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Its bytes come in frames; a hub of before sends none. */
  readonly inFrames: boolean;
};

interface Arriving {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  readonly source: string;
  readonly decodeState: string;
  readonly sha256: string | null;
  readonly sizeBytes: number;
  readonly receivedBytes: number;
  readonly confirmedSha256: string | null;
}

const isAwaited = (state: string): boolean => state === 'recording' || state === 'repairing';

/** Originals that hubs send in pieces. What is said to be here is on the disk, and is whole once its hash was read again. */
export function receiveFiles({ database: { db }, folder, disk, life, clock }: ReceiveDependencies) {
  const busy = new Set<string>();
  const hash = hashPatiently();

  async function find(hub: AdmittedHub, uid: string): Promise<Arriving | Refusal> {
    const { rows } =
      await db.execute(sql`select r.id, r.uid, r.client_id, r.source, r.decode_state, c.uid as client_uid, f.sha256,
        f.size_bytes, f.sent_bytes, f.confirmed_sha256
      from records r join clients c on c.id = r.client_id left join sync_files f on f.record_uid = r.uid where r.uid = ${uid}`);
    const [row] = rows;
    if (row === undefined || !isInReach(hub.reach, String(row.client_uid)) || row.source === 'seance') {
      return refuse('sync.recordUnknown');
    }
    const text = (value: unknown) => (value === null ? null : String(value));
    return {
      ...{ id: Number(row.id), uid, clientId: Number(row.client_id), source: String(row.source) },
      decodeState: String(row.decode_state),
      ...{ sha256: text(row.sha256), confirmedSha256: text(row.confirmed_sha256) },
      ...{ sizeBytes: Number(row.size_bytes ?? 0), receivedBytes: Number(row.sent_bytes ?? 0) },
    };
  }

  async function begin(
    hub: AdmittedHub,
    uid: string,
    said: BodyOf<typeof api.syncBeginFile>,
  ): Promise<State | Refusal> {
    const row = await find(hub, uid);
    if (isRefusal(row)) return row;
    const isThere = row.confirmedSha256 === said.sha256 && (await isPresent(row, said));
    if (isRefusal(isThere)) return isThere;
    if (isThere) {
      // Another one may have been on its way, which nobody goes on with.
      await db.execute(sql`update sync_files set state = 'synced', sha256 = confirmed_sha256, size_bytes = ${said.size},
        sent_bytes = ${said.size} where record_uid = ${uid} and state <> 'synced'`);
      return { offset: said.size, confirmed: true };
    }
    const goesOn = row.sha256 === said.sha256 && row.sizeBytes === said.size && (await folder.arriving.has(uid));
    const other = goesOn ? undefined : await refuseOther(row, said);
    if (other !== undefined) return other;
    const offset = goesOn ? row.receivedBytes : 0;
    const room = await disk.reserve('upload', said.size - offset);
    if (isRefusal(room)) return room;
    room.release();
    if (!goesOn) await folder.arriving.delete(uid);
    await db.execute(sql`insert into sync_files (record_uid, state, sha256, size_bytes, sent_bytes, last_try_at, from_node)
      values (${uid}, 'sending', ${said.sha256}, ${said.size}, 0, now(), ${hub.node}::uuid)
      on conflict (record_uid) do update set state = 'sending', sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
        sent_bytes = ${offset}, last_try_at = now(), from_node = excluded.from_node`);
    return offset === said.size ? finish({ ...row, ...said, sizeBytes: said.size }) : { offset, confirmed: false };
  }

  async function isPresent(
    row: Arriving,
    { sha256, reads }: BodyOf<typeof api.syncBeginFile>,
  ): Promise<boolean | Refusal> {
    if (!reads) return folder.files.has(stored.source(row));
    const file = await folder.files.open(stored.source(row));
    const found = file && (await hash(row.uid, file));
    if (isRefusal(found)) return found;
    if (found === sha256) return true;
    await db.execute(
      sql`update sync_files set confirmed_sha256 = null, confirmed_at = null where record_uid = ${row.uid}`,
    );
    return false;
  }

  /** What is here already is replaced only by who says so; a hub that was set back would put an older original in its place. */
  async function refuseOther(
    row: Arriving,
    said: BodyOf<typeof api.syncBeginFile>,
  ): Promise<State | Refusal | undefined> {
    if (isAwaited(row.decodeState)) return refuse('sync.stillRecording');
    const present = await folder.files.open(stored.source(row));
    if (present === undefined) return undefined;
    const sha256 = await hash(row.uid, present);
    if (isRefusal(sha256)) return sha256;
    if (sha256 !== said.sha256) return said.replaces ? undefined : refuse('sync.otherOriginal');
    await db.execute(sql`insert into sync_files (record_uid, state, sha256, size_bytes, sent_bytes, confirmed_sha256, confirmed_at)
      values (${row.uid}, 'synced', ${sha256}, ${said.size}, ${said.size}, ${sha256}, now())
      on conflict (record_uid) do update set state = 'synced', sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
        sent_bytes = excluded.sent_bytes, confirmed_sha256 = excluded.sha256, confirmed_at = now()`);
    return { offset: said.size, confirmed: true };
  }

  async function append(hub: AdmittedHub, uid: string, piece: Piece): Promise<State | Refusal> {
    const row = await find(hub, uid);
    if (isRefusal(row)) return row;
    const { receivedBytes, sizeBytes, sha256 } = row;
    if (sha256 === null || piece.offset !== receivedBytes)
      return refuse('upload.wrongOffset', { offset: receivedBytes });
    let isCorrupted = false;
    const noteCorrupted = () => {
      isCorrupted = true;
    };
    const bytes = piece.inFrames ? readFrames(piece.bytes, noteCorrupted) : piece.bytes;
    const given = { ...piece, bytes, uid, restBytes: sizeBytes - receivedBytes };
    const { countedBytes, refusal } = await appendBytes(folder.arriving, disk, given);
    const offset = receivedBytes + countedBytes;
    await db.execute(
      sql`update sync_files set state = 'sending', sent_bytes = ${offset}, last_try_at = now() where record_uid = ${uid}`,
    );
    if (refusal !== undefined) return refusal;
    if (isCorrupted) return refuse('upload.checksumMismatch');
    return offset === sizeBytes ? finish(row) : { offset, confirmed: false };
  }

  async function finish(row: Arriving): Promise<State | Refusal> {
    const { uid, sha256, sizeBytes } = row;
    if (sha256 === null) return refuse('upload.wrongOffset', { offset: 0 });
    const replacedSha256 = await hashOfReplaced(row, sha256);
    const refusal = await placeArrived({ folder, life, clock }, { ...row, sha256, replacedSha256 }, async (tx) => {
      await tx.execute(sql`update sync_files set state = 'synced', confirmed_sha256 = sha256, confirmed_at = now(),
        sent_bytes = size_bytes, why_not = null where record_uid = ${uid}`);
    });
    if (refusal === undefined) return { offset: sizeBytes, confirmed: true };
    await db.execute(sql`update sync_files set sent_bytes = 0 where record_uid = ${uid}`);
    return refusal;
  }

  /** It was read when it came, or when the hub began to send another one. */
  async function hashOfReplaced(row: Arriving, sha256: string): Promise<string | undefined> {
    const present = await folder.files.open(stored.source(row));
    if (present === undefined) return undefined;
    if (row.confirmedSha256 === null) {
      const found = await present.hash();
      return found === sha256 ? undefined : found;
    }
    await present.close();
    return row.confirmedSha256 === sha256 ? undefined : row.confirmedSha256;
  }

  async function alone<T>(uid: string, work: () => Promise<T | Refusal>): Promise<T | Refusal> {
    if (busy.has(uid)) return refuse('upload.busy');
    busy.add(uid);
    try {
      return await work();
    } finally {
      busy.delete(uid);
    }
  }

  const inFrames = (state: State | Refusal) => (isRefusal(state) ? state : { ...state, frames: true });
  return {
    begin: async (hub: AdmittedHub, uid: string, said: BodyOf<typeof api.syncBeginFile>) =>
      inFrames(await alone(uid, () => begin(hub, uid, said))),
    append: async (hub: AdmittedHub, uid: string, piece: Piece) =>
      inFrames(await alone(uid, () => append(hub, uid, piece))),
  };
}
