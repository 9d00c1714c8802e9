import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { isAlive, lastEdit, mergeRow } from '../core/index.ts';
import { keepConflicts } from './keep-conflicts.ts';
import { type KeptRow, keyOf } from './keep-states.ts';
import type { TravellingTable } from './travelling-tables.ts';

/**
 * The rows that stay although the other server deleted them: a client is not deleted with its records because it is elsewhere,
 * nor a record whose original the other server does not have. Somebody is asked here instead, and all that is the client's or
 * the record's stays until they choose its deletion.
 */
export async function spareRows(
  tx: Queryable,
  { name }: Pick<TravellingTable, 'name'>,
  known: ReadonlyMap<string, KeptRow>,
  came: readonly KeptRow[],
): Promise<ReadonlySet<string>> {
  const deleted = came.flatMap((row) => {
    const mine = known.get(keyOf(row));
    return mine && isAlive(mine.state) && !isAlive(mergeRow(mine.state, row.state).row) ? [{ mine, row }] : [];
  });
  if (deleted.length === 0) return new Set();
  const asked = name === 'clients' ? deleted : name === 'records' ? await onlyHere(tx, deleted) : [];
  if (asked.length > 0) {
    await keepConflicts(
      tx,
      asked.map(({ mine, row }) => ({
        row: { ...mine, editors: row.editors },
        losses: [
          {
            field: null,
            kept: { value: null, at: lastEdit(mine.state), isGone: false },
            lost: { value: null, at: row.state.deleted?.at ?? '', isGone: true },
          },
        ],
      })),
    );
  }
  const { rows } =
    await tx.execute(sql`select distinct uid from sync_conflicts where table_name in ('clients', 'records')
    and field is null and lost ? 'is_gone' and settled is distinct from 'restored'`);
  const spared = new Set(rows.map(({ uid }) => String(uid)));
  const isSpared = ({ mine }: Deleted) => [mine.clientUid, ...uidsNamed(mine)].some((uid) => spared.has(uid ?? ''));
  return new Set(deleted.filter(isSpared).map(({ row }) => keyOf(row)));
}

interface Deleted {
  readonly mine: KeptRow;
  readonly row: KeptRow;
}

/** Itself, and the record that it is of. */
const uidsNamed = ({ uid, otherUid, state: { fields } }: KeptRow): string[] => [
  uid,
  otherUid,
  String(fields.record_id?.value ?? ''),
];

/** Records that are being received, or whose original nobody else is known to have. */
async function onlyHere(tx: Queryable, deleted: readonly Deleted[]): Promise<readonly Deleted[]> {
  const { rows } = await tx.execute(sql`select r.uid from records r left join sync_files f on f.record_uid = r.uid
    where r.source <> 'seance' and r.original_purged is null
      and (r.decode_state in ('recording', 'repairing') or f.confirmed_sha256 is null or f.state <> 'synced')
      and r.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(deleted.map(({ row }) => row.uid))}::jsonb))`);
  const here = new Set(rows.map(({ uid }) => String(uid)));
  return deleted.filter(({ row }) => here.has(row.uid));
}
