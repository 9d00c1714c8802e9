import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { hubs } from './equipment.ts';

/** What `other_uid` is for rows that are no pairs. */
const noUid = '00000000-0000-0000-0000-000000000000';

/** What this server knows of each row that travels between hubs and cloud: every field with its last edit, deleted rows, too. */
export const syncRows = pgTable(
  'sync_rows',
  {
    tableName: text('table_name').notNull(),
    uid: uuid('uid').notNull(),
    /** Of a pair, its second row. */
    otherUid: uuid('other_uid').notNull().default(noUid),
    /** Whose it is; null = of every client. */
    clientUid: uuid('client_uid'),
    /** Field → value, stamp of its last edit, stamp that its writer had seen. */
    fields: jsonb('fields').$type<unknown>().notNull(),
    /** Who made these edits, by their stamps: uid and name. Edits of nobody in particular are not in it. */
    editors: jsonb('editors').$type<unknown>().notNull().default({}),
    deletedAt: text('deleted_at'),
    deletedSeen: text('deleted_seen'),
    /** Why it is not among the rows of the program; null = it is as it should be. */
    held: text('held'),
    /** Fields that name rows which are not here. */
    heldFields: text('held_fields').array().notNull().default(sql`'{}'`),
    /** Grows with each change: how far others have read. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The server that sent it as it is, and needs not be told. */
    fromNode: uuid('from_node'),
    /** Why the cloud did not take it; null = it did, or was not asked yet. */
    refused: text('refused'),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tableName, t.uid, t.otherUid] }),
    index('sync_rows_seq').on(t.seq),
    index('sync_rows_held').on(t.tableName).where(sql`held IS NOT NULL OR held_fields <> '{}'`),
  ],
);

/** What lost when two servers wrote at the same time. */
export const syncConflicts = pgTable(
  'sync_conflicts',
  {
    id: id(),
    tableName: text('table_name').notNull(),
    uid: uuid('uid').notNull(),
    otherUid: uuid('other_uid').notNull().default(noUid),
    clientUid: uuid('client_uid'),
    /** null: deleted on one side, edited on the other. */
    field: text('field'),
    kept: jsonb('kept').$type<unknown>().notNull(),
    lost: jsonb('lost').$type<unknown>().notNull(),
    keptAt: text('kept_at').notNull(),
    lostAt: text('lost_at').notNull(),
    /** A person has to see it; else it is kept only. */
    asks: boolean('asks').notNull(),
    settled: text('settled').$type<'kept' | 'restored' | 'later'>(),
    settledAt: timestamp('settled_at', { withTimezone: true, mode: 'date' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('sync_conflicts_open').on(t.id).where(sql`settled IS NULL`),
    unique('sync_conflicts_row').on(t.tableName, t.uid, t.otherUid, t.field, t.keptAt, t.lostAt).nullsNotDistinct(),
  ],
);

/** Originals of records on their way to the cloud (on a hub), or that came from a hub (in the cloud). */
export const syncFiles = pgTable(
  'sync_files',
  {
    recordUid: uuid('record_uid').primaryKey(),
    state: text('state').$type<'needs_sending' | 'sending' | 'synced' | 'resend'>().notNull(),
    sha256: text('sha256'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    /** Of which the cloud has said that they are on its disk. */
    sentBytes: bigint('sent_bytes', { mode: 'number' }).notNull().default(0),
    /** What the cloud has confirmed by its hash, before it is replaced. */
    confirmedSha256: text('confirmed_sha256'),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true, mode: 'date' }),
    lastTryAt: timestamp('last_try_at', { withTimezone: true, mode: 'date' }),
    /** Code of why the last try did not end; null = it did. */
    whyNot: text('why_not'),
    /** What fills the holes of its sentence. */
    whyParameters: jsonb('why_parameters').$type<Record<string, string | number>>(),
    isFirst: boolean('is_first').notNull().default(false),
    /** On a hub: somebody chose to delete it here, once the cloud has confirmed it again; and when that was done. */
    freeAsked: boolean('free_asked').notNull().default(false),
    freedAt: timestamp('freed_at', { withTimezone: true, mode: 'date' }),
    fromNode: uuid('from_node'),
    createdAt: createdAt(),
  },
  (t) => [index('sync_files_open').on(t.isFirst, t.sizeBytes).where(sql`state <> 'synced'`)],
);

/** On a hub: originals that somebody wants back from the cloud, and how much of each is here. */
export const syncWanted = pgTable('sync_wanted', {
  recordUid: uuid('record_uid').primaryKey(),
  /** Of what is arriving; null = the cloud was not asked yet. */
  sha256: text('sha256'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
  lastTryAt: timestamp('last_try_at', { withTimezone: true, mode: 'date' }),
  whyNot: text('why_not'),
  whyParameters: jsonb('why_parameters').$type<Record<string, string | number>>(),
  createdAt: createdAt(),
});

/** How far this server has come: key → JSON. */
export const syncMarks = pgTable('sync_marks', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});

/** In the cloud: the code by which a hub is let in, and what it said of itself last. In no backup. */
export const hubLinks = pgTable('hub_links', {
  hubId: integer('hub_id')
    .primaryKey()
    .references(() => hubs.id, { onDelete: 'cascade' }),
  /** SHA-256, hex: 32 random bytes, so no slow hash is needed. */
  secretHash: text('secret_hash').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** uuid of the hub in stamps; null = it has not come yet. */
  node: uuid('node'),
  report: jsonb('report').$type<unknown>(),
  /** Each greeting; `hubs.last_seen_at`, whose changes are told to everybody, follows in steps. */
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }),
});

/** In the cloud: what waited on a hub at the end of each day, by what it said last that day. */
export const hubBacklogs = pgTable(
  'hub_backlogs',
  {
    hubId: integer('hub_id')
      .notNull()
      .references(() => hubs.id, { onDelete: 'cascade' }),
    /** In UTC. */
    day: date('day').notNull(),
    files: integer('files').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.hubId, t.day] })],
);
