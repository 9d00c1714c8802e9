import type { CsvMapping } from '@sillage/contract';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients, users } from './people.ts';
import { records } from './records.ts';

/** Files that are sent in pieces: of how many bytes it is certain that they are on the disk, and what became of them. */
export const uploads = pgTable(
  'uploads',
  {
    uid: uuid('uid').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The client that it was begun for. */
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
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
  (t) => [
    index('uploads_user').on(t.userId, t.createdAt),
    index('uploads_record').on(t.recordId),
    index('uploads_client').on(t.clientId),
  ],
);

/** What a club decided of CSV files with the same names. */
export const csvMappings = pgTable(
  'csv_mappings',
  {
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** SHA-256 of the names, in hexadecimal. */
    header: text('header').notNull(),
    mapping: jsonb('mapping').$type<CsvMapping>().notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.header] }), index('csv_mappings_used').on(t.clientId, t.usedAt)],
);
