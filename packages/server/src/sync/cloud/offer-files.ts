import { type api, isRefusal, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { Answer } from '../../platform/http/index.ts';
import { isInReach } from '../rows/judge-hub.ts';
import type { AdmittedHub } from './admit-hubs.ts';
import { hashPatiently } from './hash-patiently.ts';

/** bytes of an answer. */
const pieceBytes = 1024 ** 2;

interface Dependencies {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'files'>;
}

/** Originals that hubs ask back, in pieces; only those of their clients. */
export function offerFiles({ database: { db }, folder }: Dependencies) {
  const hash = hashPatiently();

  async function open(hub: AdmittedHub, uid: string) {
    const { rows } = await db.execute(sql`select r.source, r.decode_state, c.uid as client_uid
      from records r join clients c on c.id = r.client_id where r.uid = ${uid}`);
    const [row] = rows;
    if (row === undefined || !isInReach(hub.reach, String(row.client_uid))) return refuse('sync.recordUnknown');
    if (row.decode_state === 'recording' || row.decode_state === 'repairing') return refuse('sync.stillRecording');
    return (await folder.files.open(stored.source({ uid, source: String(row.source) }))) ?? refuse('sync.notInCloud');
  }

  /** Of other bytes than were confirmed to a hub, where they are none that its device went on with; they may be on their way again. */
  async function refuseDamaged(
    uid: string,
    { sha256, size }: ReplyOf<typeof api.syncOfferFile>,
  ): Promise<Refusal | undefined> {
    const { rows } = await db.execute(sql`select state = 'synced' as is_synced from sync_files where record_uid = ${uid}
      and coalesce(confirmed_sha256, sha256) <> ${sha256} and (state <> 'synced' or size_bytes >= ${size})`);
    const [row] = rows;
    return row && refuse(row.is_synced === true ? 'sync.damagedInCloud' : 'sync.notInCloud');
  }

  return {
    async offer(hub: AdmittedHub, uid: string): Promise<ReplyOf<typeof api.syncOfferFile> | Refusal> {
      const file = await open(hub, uid);
      if (isRefusal(file)) return file;
      const { sizeBytes: size } = file;
      const sha256 = await hash(uid, file);
      if (isRefusal(sha256)) return sha256;
      const damaged = await refuseDamaged(uid, { sha256, size });
      if (damaged !== undefined) return damaged;
      return size === 0 ? refuse('sync.notInCloud') : { sha256, size };
    },
    async read(hub: AdmittedHub, uid: string, offset: number): Promise<Answer | Refusal> {
      const file = await open(hub, uid);
      if (isRefusal(file)) return file;
      if (offset >= file.sizeBytes) {
        await file.close();
        return refuse('upload.wrongOffset', { offset: file.sizeBytes });
      }
      const bytes = file.read(offset, Math.min(offset + pieceBytes, file.sizeBytes) - 1);
      return new Answer(200, bytes, { 'content-type': 'application/octet-stream' });
    },
  };
}
