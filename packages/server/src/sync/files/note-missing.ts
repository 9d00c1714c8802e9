import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';

/** Why a record that came as a row is not readable yet. */
const notHereYet = {
  fr: 'Les mesures de cet enregistrement ne sont pas encore arrivées sur ce serveur.',
  en: 'The samples of this record have not arrived on this server yet.',
};

/** Why a record that was here is not readable any more. */
const freed = {
  fr: 'Les mesures de cet enregistrement sont dans le cloud\u00a0: elles ont été retirées d’ici pour faire de la place. Faites-les revenir depuis Synchronisation.',
  en: 'The samples of this record are in the cloud: they were taken from here to make room. Bring them back under Synchronisation.',
};

/** Says so of records whose rows came without their originals. */
export async function noteMissingOriginals(tx: Queryable, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await tx.execute(sql`insert into record_errors (record_id, type, msg)
    select r.id, 'FATAL', ${JSON.stringify(notHereYet)}::jsonb from records r
    where r.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))
      and r.original_elsewhere and r.decode_state = 'error'
      and not exists (select 1 from record_errors e where e.record_id = r.id)`);
}

export async function noteFreed(tx: Queryable, recordId: number): Promise<void> {
  await tx.execute(sql`insert into record_errors (record_id, type, msg)
    values (${recordId}, 'WARN', ${JSON.stringify(freed)}::jsonb)`);
}

/** The original is here. */
export async function forgetMissing(tx: Queryable, recordId: number): Promise<void> {
  await tx.execute(sql`delete from record_errors where record_id = ${recordId}
    and msg in (${JSON.stringify(notHereYet)}::jsonb, ${JSON.stringify(freed)}::jsonb)`);
}
