import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './people.ts';
import { records } from './records.ts';

/** Files that are sent in pieces: of how many bytes it is certain that they are on the disk, and what became of them. */
export const uploads = pgTable(
  'uploads',
  {
    uid: uuid('uid').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    /** In hexadecimal, as its sender announced it. */
    sha256: text('sha256'),
    /** h that the server ran without a byte of it; no clock that jumps ends it. */
    idleHours: integer('idle_hours').notNull().default(0),
    recordId: integer('record_id').references(() => records.id, { onDelete: 'cascade' }),
    /** The task that decodes the record. */
    taskId: integer('task_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [index('uploads_user').on(t.userId, t.createdAt), index('uploads_record').on(t.recordId)],
);
