import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { devices } from './devices.ts';
import { releases } from './equipment.ts';

/** Updates of devices, in the order in which they were asked for: one that has not ended waits, or is under way. */
export const firmwareUpdates = pgTable(
  'firmware_updates',
  {
    id: id(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    releaseId: integer('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    /** What ran when it was asked for. */
    fromVersion: text('from_version').notNull(),
    state: text('state')
      .$type<'waiting' | 'loading' | 'updating' | 'reconnecting' | 'upToDate' | 'failed' | 'cancelled'>()
      .notNull()
      .default('waiting'),
    /** Of a refusal: why it failed, or was interrupted last; and the device's own words. */
    code: text('code'),
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    sentBytes: bigint('sent_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    // A device has one that has not ended.
    uniqueIndex('firmware_updates_open').on(t.deviceId).where(sql`${t.endedAt} IS NULL`),
    index('firmware_updates_device').on(t.deviceId, t.id),
    index('firmware_updates_release').on(t.releaseId),
  ],
);
