import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, uid } from './columns.ts';
import { searchText } from './search-text.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const clients = pgTable('clients', {
  id: id(),
  uid: uid(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  cloudEnabled: boolean('cloud_enabled').notNull().default(true),
  videoEnabled: boolean('video_enabled').notNull().default(false),
  videoQuality: text('video_quality').notNull().default('720p'),
  videoFps: integer('video_fps').notNull().default(24),
  /** Of what its devices record; null = the hub's. */
  timezone: text('timezone'),
  /** PNG, made by us of what was sent. */
  logo: bytea('logo'),
  /** Changes with the logo, so that browsers may keep it. */
  logoVersion: text('logo_version'),
  /** Shown again to managers, so kept as it is. */
  recoveryKey: text('recovery_key'),
  /** Short name of a sport → names of the live indicators that the client wants of it, in this order. */
  indicators: jsonb('indicators').$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
  createdAt: createdAt(),
});

/** The sports that a client uses; none = all. */
export const clientSports = pgTable(
  'client_sports',
  {
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    sportId: integer('sport_id')
      .notNull()
      .references(() => sports.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.sportId] })],
);

export const groups = pgTable(
  'groups',
  {
    id: id(),
    uid: uid(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
  },
  (t) => [uniqueIndex('groups_client_name').on(t.clientId, t.name)],
);

export const users = pgTable(
  'users',
  {
    id: id(),
    uid: uid(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** Lower case. */
    mail: text('mail').notNull().unique(),
    /** argon2id, PHC string; null = cannot sign in. */
    passwordHash: text('password_hash'),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    roles: text('roles').array().notNull().default(sql`'{}'`),
    language: text('language').notNull().default('fr'),
    active: boolean('active').notNull().default(true),
    termsAccepted: boolean('terms_accepted').notNull().default(false),
    termsHidden: boolean('terms_hidden').notNull().default(false),
    /** The recovery user; never derived from the name. */
    isRecovery: boolean('is_recovery').notNull().default(false),
    managerComment: text('manager_comment').notNull().default(''),
    adminComment: text('admin_comment').notNull().default(''),
    /** Provider → account; the token is a secret of the person and is never answered. */
    externalApi: jsonb('external_api')
      .$type<Partial<Record<'nolio', { enabled: boolean; user: string; token: string | null }>>>()
      .notNull()
      .default({}),
    createdAt: createdAt(),
    searchText: searchText('lastname', 'firstname', 'mail'),
  },
  (t) => [
    index('users_client').on(t.clientId, t.lastname, t.firstname, t.id),
    index('users_lastname').on(t.lastname, t.firstname, t.id),
    index('users_created').on(t.createdAt, t.id),
    index('users_roles').using('gin', t.roles),
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
);

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index('group_members_user').on(t.userId)],
);

/** One row a refresh token; tokens of one sign-in share a family, and a used one that comes back ends the family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    familyId: uuid('family_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256, hex, of the opaque token. */
    tokenHash: text('token_hash').notNull().unique(),
    /** In the time of sessions, which need not be the host's. */
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
    uniqueId: text('unique_id').notNull(),
    /** Id of the token that it was issued for; null = of a sign-in. */
    replaces: integer('replaces'),
  },
  (t) => [
    index('refresh_tokens_family').on(t.familyId),
    index('refresh_tokens_user').on(t.userId),
    index('refresh_tokens_replaces').on(t.replaces),
  ],
);

export const sports = pgTable('sports', {
  id: id(),
  uid: uid(),
  name: text('name').notNull().unique(),
  displayName: jsonb('display_name').$type<{ fr: string; en: string }>().notNull(),
  text: text('text').notNull().default(''),
  value: text('value').notNull().default(''),
});

export const exercises = pgTable(
  'exercises',
  {
    id: id(),
    uid: uid(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
  },
  (t) => [uniqueIndex('exercises_client_name').on(t.clientId, t.name)],
);

/** A program's way in, in the name of a person. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    access: text('access').$type<'read' | 'write'>().notNull(),
    prefix: text('prefix').notNull(),
    /** SHA-256, hex, of the key: 32 random bytes, so no slow hash is needed. */
    keyHash: text('key_hash').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
    createdAt: createdAt(),
  },
  (t) => [index('api_keys_user').on(t.userId)],
);

/** Links to choose a password: each works once. */
export const passwordLinks = pgTable(
  'password_links',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [index('password_links_user').on(t.userId)],
);

/** Key → JSON: signing keys, the hub's name, the first start's marks. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});
