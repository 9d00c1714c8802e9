import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { isThere } from './place-files.ts';
import { readRows } from './read-tables.ts';

/** Adds the task that makes a record readable from its source, inside the transaction. */
export type DecodeLater = (tx: Queryable, record: { readonly id: number; readonly clientId: number }) => Promise<void>;

/** Why a record without files is not readable; also the mark by which a later restore with files finds it. */
const noFiles = {
  fr: 'Les mesures de cet enregistrement n’étaient pas dans la sauvegarde. Restaurez une sauvegarde avec les fichiers.',
  en: 'The samples of this record were not in the backup. Restore a backup with the files.',
};

export interface Settled {
  /** Records that wait for being decoded. */
  readonly waiting: number;
  /** Records whose samples are not here. */
  readonly without: number;
}

/**
 * Makes the state of each restored record tell the truth about its files here: readable, waiting for being decoded
 * again, or without samples. `placed`: records whose source came with the backup.
 */
export async function settleRecords(
  tx: Queryable,
  folder: DataFolder,
  placed: ReadonlySet<string>,
  decodeLater: DecodeLater,
): Promise<Settled> {
  const restored = sql`select r.id, r.uid, r.client_id, r.source, r.decode_state, i.how,
      exists (select 1 from record_errors e where e.record_id = r.id and e.msg = ${JSON.stringify(noFiles)}::jsonb) as lacks
    from backup_ids i join records r on r.id = i.id
    where i.kind = 'records' and i.how in ('known', 'new') and r.decode_state not in ('recording', 'repairing')
    order by r.id`;
  let waiting = 0;
  let without = 0;
  for await (const row of readRows(tx, restored)) {
    const { id, uid, how, lacks } = row;
    const record = { id: Number(id), clientId: Number(row.client_id) };
    const source = row.source === 'journal' ? folder.journal(String(uid)) : folder.upload(String(uid));
    const state = lacks === true ? 'lacking' : String(row.decode_state);
    const isNew = how === 'new';
    const isReadable = (await isThere(folder.signals(String(uid)))) && !placed.has(String(uid));
    if (isReadable && state !== 'lacking' && !(isNew && state === 'waiting')) continue;
    const hasSource = await isThere(source);
    const isUndecoded = isNew ? state !== 'error' : state === 'done' || placed.has(String(uid));
    if (hasSource && (state === 'lacking' || isUndecoded)) {
      await change(tx, record.id, 'waiting');
      await decodeLater(tx, record);
      waiting += 1;
    } else if (isReadable) {
      await change(tx, record.id, 'done');
    } else if (!hasSource && isNew && state !== 'error') {
      await change(tx, record.id, 'error');
      if (state !== 'lacking') {
        await tx.execute(sql`insert into record_errors (record_id, type, msg)
          values (${record.id}, 'FATAL', ${JSON.stringify(noFiles)}::jsonb)`);
      }
      without += 1;
    }
  }
  return { waiting, without };
}

async function change(tx: Queryable, id: number, state: 'waiting' | 'done' | 'error'): Promise<void> {
  await tx.execute(sql`update records set decode_state = ${state} where id = ${id} and decode_state <> ${state}`);
  if (state === 'error') return;
  await tx.execute(sql`delete from record_errors where record_id = ${id} and msg = ${JSON.stringify(noFiles)}::jsonb`);
}
