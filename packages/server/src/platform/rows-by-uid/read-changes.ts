import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { readRows } from './read-rows.ts';

/**
 * How far somebody has read the log of changes: which transactions of which database they have seen. Nothing that commits
 * later than another, however long it ran, is skipped.
 */
export type LogPosition = string;

/** What became of a row, or of a pair of rows, which is named by both its uids. */
export interface RowChange {
  readonly table: string;
  readonly uid: string;
  readonly otherUid: string | null;
  /** null = of every client. */
  readonly clientId: number | null;
  /** Deleted, or another client's now. Else it was added or edited. */
  readonly isDeleted: boolean;
  readonly changedAt: Date;
  /** Local id of the one person who changed it since; null: the program did, or more than one. */
  readonly editedBy: number | null;
}

/** Where a row of the settings says which deletions are forgotten (`forget-deletions.ts`). */
export const forgottenKey = 'rows.forgottenDeletions';

/** The position of who has read everything that this statement sees. */
export async function readPosition(tx: Queryable): Promise<LogPosition> {
  const { rows } = await tx.execute(sql`
    select system_identifier || '/' || pg_current_snapshot() as position from pg_control_system()`);
  return String(rows[0]?.position);
}

/** A database, the first transaction that may be unseen, the next to come, and those between them that were under way. */
const positionPattern = /^(\d{1,20})\/(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18}){0,5000})?)$/;

function parsePosition(position: LogPosition): { system: string; snapshot: string; next: string } | undefined {
  const [, system, first, next, open] = positionPattern.exec(position) ?? [];
  if (system === undefined || first === undefined || next === undefined || open === undefined) return undefined;
  const steps = [first, ...(open === '' ? [] : open.split(',')), next].map(BigInt);
  const isInOrder = steps.every((at, i) => at > 0n && (i === 0 || at >= (steps[i - 1] ?? 0n)));
  return isInOrder ? { system, snapshot: `${first}:${next}:${open}`, next } : undefined;
}

/**
 * Every row that was changed since a position, once, in the order of their transactions and as it is now; of one client and of
 * what is of every client, or of all. With the row that it hangs on (selections of a record, pairs) a row becomes another
 * client's. In one `repeatable read` transaction with `readPosition`, which is so the position of who has read the answer.
 * `undefined` = nobody knows any more (another database, one that was set back, or deletions that are forgotten): compare
 * everything.
 * @throws in a transaction whose statements see what is committed between them: deletions may be forgotten there unnoticed
 */
export async function changesSince(
  tx: Queryable,
  since: LogPosition,
  clientId?: number,
): Promise<AsyncGenerator<RowChange> | undefined> {
  const position = parsePosition(since);
  if (position === undefined) return undefined;
  const { system, snapshot, next } = position;
  const then = sql`${snapshot}::pg_snapshot`;
  const { rows } = await tx.execute(sql`
    select system_identifier::text = ${system} and ${next}::xid8 <= pg_snapshot_xmax(pg_current_snapshot())
      and not exists (select 1 from settings where key = ${forgottenKey}
        and not pg_visible_in_snapshot((value #>> '{}')::xid8, ${then})) as is_known,
      current_setting('transaction_isolation') as isolation
    from pg_control_system()`);
  if (rows[0]?.isolation === 'read committed') throw new Error('changes are read in one snapshot: repeatable read');
  if (rows[0]?.is_known !== true) return undefined;
  const own = clientId === undefined ? sql`true` : sql`(client_id is null or client_id = ${clientId})`;
  return presented(
    readRows(
      tx,
      sql`select table_name, uid, other_uid, client_id, is_deleted, changed_at,
          case when pg_visible_in_snapshot(edited_xact, ${then}) or not pg_visible_in_snapshot(others_xact, ${then}) then null
            else edited_by end as edited_by from row_changes
        where xact >= pg_snapshot_xmin(${then}) and not pg_visible_in_snapshot(xact, ${then}) and ${own}
        order by xact, table_name, uid`,
    ),
  );
}

async function* presented(rows: AsyncGenerator<Record<string, unknown>>): AsyncGenerator<RowChange> {
  for await (const row of rows) {
    yield {
      table: String(row.table_name),
      uid: String(row.uid),
      otherUid: row.other_uid === null ? null : String(row.other_uid),
      clientId: row.client_id === null ? null : Number(row.client_id),
      isDeleted: row.is_deleted === true,
      changedAt: new Date(String(row.changed_at)),
      editedBy: row.edited_by === null ? null : Number(row.edited_by),
    };
  }
}
