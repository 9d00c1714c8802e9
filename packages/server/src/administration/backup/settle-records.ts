import { sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/database/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import { readRows, rowIds } from '../../platform/rows-by-uid/index.ts';
import { isKept } from './choose-rows.ts';

interface RestoredRecord {
  readonly id: number;
  readonly clientId: number;
}

/** The life of records as a restore needs it: what it changes is told once the transaction is there for good. */
export interface RestoredLives {
  inTransaction<T>(work: (tx: Queryable) => Promise<T>, db: Db): Promise<T>;
  move(tx: Queryable, record: RestoredRecord, to: 'done' | 'error'): Promise<boolean>;
  /** With other signals than before. */
  becomeReadable(tx: Queryable, record: RestoredRecord): Promise<boolean>;
  /** Lets it wait, with the task that makes it readable from its source. */
  queueDecoding(tx: Queryable, record: RestoredRecord): Promise<number | undefined>;
  tell(
    tx: Queryable,
    change: { readonly clientId: number; readonly recordIds: readonly number[]; readonly reason: 'created' },
  ): void;
}

/** uids of the records of which something lies on the disk that came with the backup. */
export interface PlacedRecords {
  readonly sources: ReadonlySet<string>;
  readonly signals: ReadonlySet<string>;
}

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

const stepsOn = sql`array(select s.uid::text from record_steps s where s.record_id = r.id and s.is_on order by 1)`;
const stepsApplied = sql`array(select jsonb_array_elements_text(r.applied_steps -> 'uids') order by 1)`;

/**
 * Makes the state of each restored record tell the truth about its files here: readable, waiting for being decoded
 * again, also with the steps that came back, or without samples.
 */
export async function settleRecords(
  tx: Queryable,
  files: Pick<Files, 'has'>,
  placed: PlacedRecords,
  life: RestoredLives,
): Promise<Settled> {
  await settlePurged(tx, placed.sources);
  const restored = sql`select r.id, r.uid, r.client_id, r.source, r.decode_state, i.how,
      ${stepsOn} <> ${stepsApplied} as has_other_steps,
      exists (select 1 from record_errors e where e.record_id = r.id and e.msg = ${JSON.stringify(noFiles)}::jsonb) as lacks
    from ${sql.raw(rowIds)} i join records r on r.id = i.id
    where i.kind = 'records' and i.how in ('known', 'new') and ${isKept(sql`r.decode_state`)}
    order by r.id`;
  let waiting = 0;
  let without = 0;
  for await (const row of readRows(tx, restored)) {
    const { id, uid, how, lacks } = row;
    const record = { id: Number(id), clientId: Number(row.client_id) };
    const state = lacks === true ? 'lacking' : String(row.decode_state);
    const isNew = how === 'new';
    const hasSource = () => files.has(stored.source({ uid: String(uid), source: String(row.source) }));
    const isReadable = (await files.has(stored.signals(String(uid)))) && !placed.sources.has(String(uid));
    if (isNew) life.tell(tx, { clientId: record.clientId, recordIds: [record.id], reason: 'created' });
    // A session has no samples of its own.
    if (row.source === 'seance') continue;
    if (isReadable && state !== 'lacking' && !(isNew && state === 'waiting')) {
      if (!isNew && state === 'done' && placed.signals.has(String(uid))) await life.becomeReadable(tx, record);
      if (state !== 'done' || row.has_other_steps !== true || !(await hasSource())) continue;
      await life.queueDecoding(tx, record);
      waiting += 1;
      continue;
    }
    const isUndecoded = isNew ? state !== 'error' : state === 'done' || placed.sources.has(String(uid));
    const isThere = await hasSource();
    if (isThere && (state === 'lacking' || isUndecoded)) {
      await life.queueDecoding(tx, record);
      await forgetLack(tx, record);
      waiting += 1;
    } else if (isReadable) {
      await (isNew ? life.move(tx, record, 'done') : life.becomeReadable(tx, record));
      await forgetLack(tx, record);
    } else if (!isThere && isNew && state !== 'error') {
      await life.move(tx, record, 'error');
      if (state !== 'lacking') {
        await tx.execute(sql`insert into record_errors (record_id, type, msg)
          values (${record.id}, 'FATAL', ${JSON.stringify(noFiles)}::jsonb)`);
      }
      without += 1;
    }
  }
  return { waiting, without };
}

async function forgetLack(tx: Queryable, { id }: RestoredRecord): Promise<void> {
  await tx.execute(sql`delete from record_errors where record_id = ${id} and msg = ${JSON.stringify(noFiles)}::jsonb`);
}

/**
 * A source that came with the backup is there again, whoever purged it since. Without it, the steps of a purged record are those
 * that its samples were made with, whatever the backup says: nothing makes them anew.
 */
async function settlePurged(tx: Queryable, sources: ReadonlySet<string>): Promise<void> {
  const placed = sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify([...sources])}::jsonb)`;
  await tx.execute(
    sql`update records set original_purged = null where original_purged is not null and uid in (${placed})`,
  );
  await tx.execute(sql`update record_steps s set is_on = coalesce(r.applied_steps -> 'uids' @> to_jsonb(s.uid::text), false)
    from records r join ${sql.raw(rowIds)} i on i.id = r.id and i.kind = 'records' and i.how = 'known'
    where r.id = s.record_id and r.original_purged is not null
      and s.is_on <> coalesce(r.applied_steps -> 'uids' @> to_jsonb(s.uid::text), false)`);
}
