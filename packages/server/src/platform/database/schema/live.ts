import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';
import { exercises, sports } from './people.ts';
import { records } from './records.ts';

/** Selections of running records that nobody ended yet, one a record at most; those that ended are ordinary ones. */
export const openSelections = pgTable('open_selections', {
  recordId: integer('record_id')
    .primaryKey()
    .references(() => records.id, { onDelete: 'cascade' }),
  num: integer('num').notNull(),
  /** s of the record. */
  t0: doublePrecision('t0').notNull(),
  exercise: text('exercise').notNull().default(''),
  comment: text('comment').notNull().default(''),
});

/** What somebody chose for the next record of a device. */
export const nextRecords = pgTable('next_records', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  sportId: integer('sport_id').references(() => sports.id, { onDelete: 'set null' }),
  exerciseId: integer('exercise_id').references(() => exercises.id, { onDelete: 'set null' }),
  /** null: those who wear the device then. Who is gone then is left out. */
  userIds: integer('user_ids').array(),
  title: text('title').notNull().default(''),
  comment: text('comment').notNull().default(''),
});
