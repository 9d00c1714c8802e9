import type {
  AnalysisOutcome,
  AppliedSteps,
  ClockDrift,
  CsvMapping,
  KeptFilm,
  PurgedOriginal,
  ResultAsked,
  ResultExcluded,
  SeenJump,
  StepKind,
  StepSwitch,
  Translated,
} from '@sillage/contract';
import type { RecordState } from '@sillage/domain';
import type { FileFormat, FilmFormat } from '@sillage/formats';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { givenUid } from './columns.ts';
import { devices } from './devices.ts';
import { clients, exercises, groups, sports, users } from './people.ts';
import { scenarios } from './scenarios.ts';
import { searchText } from './search-text.ts';

export const records = pgTable(
  'records',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: uuid('uid').notNull().unique(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** The device's own number of the record; null for uploads. */
    deviceRecordId: bigint('device_record_id', { mode: 'number' }),
    groupId: integer('group_id').references(() => groups.id, { onDelete: 'set null' }),
    sportId: integer('sport_id').references(() => sports.id, { onDelete: 'set null' }),
    recordType: text('record_type').notNull().default('record'),
    /** The scenario in which it was made. */
    scenarioId: integer('scenario_id').references(() => scenarios.id, { onDelete: 'set null' }),
    /** Its program, which is known also when the scenario is deleted. */
    scenarioClassname: text('scenario_classname'),
    /** `journal` = streamed, samples in the journal; `seance` = a session, which has none; else the format of an uploaded file. */
    source: text('source').$type<'journal' | 'seance' | FileFormat | FilmFormat>().notNull(),
    /** Name to show and to download under, without extension. */
    basename: text('basename').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** µs since 1970 of T = 0, in the device's clock: the zero of every sample time. */
    startUs: bigint('start_us', { mode: 'number' }).notNull(),
    timezone: text('timezone').notNull().default('Europe/Paris'),
    durationSeconds: doublePrecision('duration_seconds').notNull().default(0),
    /** Changed by `recording/life` alone. */
    decodeState: text('decode_state').$type<RecordState>().notNull(),
    /** Another number for each decoding: what was computed of signals says of which. */
    signalsVersion: integer('signals_version').notNull().default(0),
    /** `module.variable` → description and unit. */
    availableData: jsonb('available_data')
      .$type<Record<string, { description: Translated; unit: string }>>()
      .notNull()
      .default({}),
    /** Module → what it is; Hz. */
    modules: jsonb('modules')
      .$type<Record<string, { type: string; rate: number; samples: number }>>()
      .notNull()
      .default({}),
    /** Steps that the signals were made with; null without any. */
    appliedSteps: jsonb('applied_steps').$type<AppliedSteps>(),
    /** Who deleted its source for good, when: its signals are all that is left. Set before the file goes. */
    originalPurged: jsonb('original_purged').$type<PurgedOriginal>(),
    /** It came as a row from another server, which has its original, or was freed here. */
    originalElsewhere: boolean('original_elsewhere').notNull().default(false),
    /** Where its device's clock jumped, as its source says. */
    clockJumps: jsonb('clock_jumps').$type<readonly SeenJump[]>().notNull().default([]),
    /** How fast its device's clock ran; null where nothing tells it. */
    clockDrift: jsonb('clock_drift').$type<ClockDrift>(),
    preview: real('preview').array(),
    /** Hz, of a CSV without a time column. */
    csvRate: doublePrecision('csv_rate'),
    /** What the cells of a CSV mean, where somebody decided it. */
    csvMapping: jsonb('csv_mapping').$type<CsvMapping>(),
    /** SHA-256 of the file that was uploaded, as it was sent, in hexadecimal; null of records made otherwise. */
    fileSha256: text('file_sha256'),
    /** Of a film. */
    film: jsonb('film').$type<KeptFilm>(),
    /** Blocks that the journal lacked when the record ended; null before, and where the device has not told how many there are. */
    missingBlocks: bigint('missing_blocks', { mode: 'number' }),
    /** It ended with a journal that may not be on disk: its device has to keep its copy. */
    syncFailed: boolean('sync_failed').notNull().default(false),
    /** The field for which its device's description was refused when it ended. */
    metaProblem: text('meta_problem'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    /** Kept with the name by triggers: an exercise that is renamed renames it here, a name of the client's exercises is that exercise. */
    exerciseId: integer('exercise_id').references(() => exercises.id, { onDelete: 'set null' }),
    exerciseName: text('exercise_name'),
    /** Kept by a trigger on `record_users`; without athlete a record is in the inbox. */
    hasAthlete: boolean('has_athlete').notNull().default(false),
    favorite: boolean('favorite').notNull().default(false),
    comment: text('comment').notNull().default(''),
    wrongTime: boolean('wrong_time').notNull().default(false),
    otherData: jsonb('other_data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    searchText: searchText('basename', 'comment', 'exercise_name'),
  },
  (t) => [
    index('records_client_started').on(t.clientId, t.startedAt, t.id),
    index('records_started').on(t.startedAt, t.id),
    index('records_new').on(t.startedAt, t.id).where(sql`NOT has_athlete`),
    index('records_client_new').on(t.clientId, t.startedAt, t.id).where(sql`NOT has_athlete`),
    index('records_client_associated').on(t.clientId, t.startedAt, t.id).where(sql`has_athlete`),
    index('records_favorite').on(t.startedAt, t.id).where(sql`favorite`),
    index('records_client_favorite').on(t.clientId, t.startedAt, t.id).where(sql`favorite`),
    // The client is last, so that a client's are told apart without reading the rows.
    index('records_group').on(t.groupId, t.startedAt, t.id, t.clientId),
    index('records_device').on(t.deviceId, t.startedAt, t.id, t.clientId),
    index('records_sport').on(t.sportId, t.startedAt, t.id, t.clientId),
    index('records_type').on(t.recordType, t.startedAt, t.id, t.clientId),
    index('records_exercise').on(t.exerciseId, t.startedAt, t.id, t.clientId),
    // Texts that become those of a new exercise.
    index('records_exercise_name').on(t.clientId, t.exerciseName).where(sql`exercise_id IS NULL`),
    index('records_search').using('gin', t.searchText.op('gin_trgm_ops')),
    index('records_file').on(t.fileSha256, t.clientId).where(sql`file_sha256 IS NOT NULL`),
    uniqueIndex('records_device_record').on(t.deviceId, t.deviceRecordId).where(sql`device_record_id IS NOT NULL`),
  ],
);

export const recordUsers = pgTable(
  'record_users',
  {
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.recordId, t.userId] }), index('record_users_user').on(t.userId)],
);

/** `record_users` as lists of records need it, kept by triggers on it and on `records`; never written by the program. */
export const athleteRecords = pgTable(
  'athlete_records',
  {
    recordId: integer('record_id').notNull(),
    userId: integer('user_id').notNull(),
    clientId: integer('client_id').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.recordId, t.userId] }),
    index('athlete_records_user').on(t.userId, t.clientId, t.startedAt, t.recordId),
  ],
);

/** Which session (`seance`, a record itself) a record is part of: one at most. */
export const seanceRecords = pgTable(
  'seance_records',
  {
    recordId: integer('record_id')
      .primaryKey()
      .references(() => records.id, { onDelete: 'cascade' }),
    seanceId: integer('seance_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
  },
  (t) => [index('seance_records_seance').on(t.seanceId)],
);

export const selections = pgTable(
  'selections',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    num: integer('num').notNull(),
    /** s of the original, whatever steps the signals were made with. */
    t0: doublePrecision('t0').notNull(),
    t1: doublePrecision('t1').notNull(),
    toffset: doublePrecision('toffset').notNull().default(0),
    exercise: text('exercise').notNull().default(''),
    comment: text('comment').notNull().default(''),
  },
  (t) => [uniqueIndex('selections_record_num').on(t.recordId, t.num)],
);

/** Where a film was put beside another record of its client, one row each time; the last of its `num` is what holds. */
export const videoAlignments = pgTable(
  'video_alignments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    /** The film. */
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    num: integer('num').notNull(),
    /** Null: beside none, or one that is gone. */
    ofRecordId: integer('of_record_id').references(() => records.id, { onDelete: 'set null' }),
    /** s of that record's original at which the film begins. */
    offsetSeconds: doublePrecision('offset_seconds'),
    /** As they were called then. */
    userName: text('user_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    index('video_alignments_record').on(t.recordId, t.num),
    index('video_alignments_of_record').on(t.ofRecordId).where(sql`of_record_id IS NOT NULL`),
  ],
);

export const recordErrors = pgTable(
  'record_errors',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    type: text('type').$type<'ERROR' | 'WARN' | 'FATAL' | 'SUCCESS'>().notNull(),
    msg: jsonb('msg').$type<Translated>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [index('record_errors_record').on(t.recordId)],
);

/** What analyses found of a record, or why they refused it, as `packages/contract` shapes/result says. */
export const analysisResults = pgTable(
  'analysis_results',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    analysis: text('analysis').notNull(),
    asked: jsonb('asked').$type<ResultAsked>().notNull(),
    outcome: jsonb('outcome').$type<AnalysisOutcome>().notNull(),
    /** Of the samples, hexadecimal. */
    sha256: text('sha256'),
    /** One of an analysis and a stretch; the others are former ones. */
    isCurrent: boolean('is_current').notNull().default(true),
    /** As they were called then; null: nobody asked for it. */
    userName: text('user_name'),
    excluded: jsonb('excluded').$type<ResultExcluded>(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    index('analysis_results_record').on(t.recordId, t.analysis),
    index('analysis_results_current').on(t.analysis, t.recordId).where(sql`is_current`),
  ],
);

/** What people did to a record, by `packages/contract` shapes/record-steps; applied in the order of `num` when it is decoded. */
export const recordSteps = pgTable(
  'record_steps',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    recordId: integer('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    num: integer('num').notNull(),
    kind: text('kind').$type<StepKind>().notNull(),
    arguments: jsonb('arguments').$type<unknown>().notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** As they were called then. */
    userName: text('user_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** The last ones, in order of time. */
    switches: jsonb('switches').$type<readonly StepSwitch[]>().notNull().default([]),
  },
  (t) => [index('record_steps_record').on(t.recordId, t.num)],
);
