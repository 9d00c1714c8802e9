import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { xid8 } from './columns.ts';

/**
 * When each row that has a uid was changed last, written by triggers: one entry a row and client, which stays when the row is
 * deleted or becomes another client's. Of pairs of rows, too, which are named by both their uids.
 */
export const rowChanges = pgTable(
  'row_changes',
  {
    tableName: text('table_name').notNull(),
    uid: uuid('uid').notNull(),
    /** Of a pair, its second row. */
    otherUid: uuid('other_uid'),
    /** null = of every client. */
    clientId: integer('client_id'),
    /** Local ids of a pair: how it is found when one of its rows is gone already. */
    rowId: integer('row_id'),
    otherId: integer('other_id'),
    isDeleted: boolean('is_deleted').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
    /** The transaction that changed it: whether a reader saw that is told exactly. */
    xact: xid8('xact').notNull().default(sql`pg_current_xact_id()`),
    /** Local id of who changed it last, and in which transaction; what the program does by itself leaves both as they are. */
    editedBy: integer('edited_by').default(sql`nullif(current_setting('sillage.editor', true), '')::integer`),
    editedXact: xid8('edited_xact').default(
      sql`CASE WHEN current_setting('sillage.editor', true) <> '' THEN pg_current_xact_id() END`,
    ),
    /** The last transaction in which it was changed by somebody else. */
    othersXact: xid8('others_xact'),
  },
  (t) => [
    unique('row_changes_row').on(t.tableName, t.uid, t.otherUid, t.clientId).nullsNotDistinct(),
    index('row_changes_xact').on(t.xact),
    index('row_changes_pair').on(t.rowId, t.otherId, t.tableName).where(sql`row_id IS NOT NULL`),
    index('row_changes_deleted').on(t.changedAt).where(sql`is_deleted`),
  ],
);
