import { sql } from 'drizzle-orm';
import {
  boolean,
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

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const uid = () => uuid('uid').notNull().unique();
const createdAt = () => timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();

export const clients = pgTable('clients', {
  id: id(),
  uid: uid(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  createdAt: createdAt(),
});

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
    createdAt: createdAt(),
  },
  (t) => [index('users_client').on(t.clientId)],
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
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
    uniqueId: text('unique_id').notNull(),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId), index('refresh_tokens_user').on(t.userId)],
);

export const sports = pgTable('sports', {
  id: id(),
  uid: uid(),
  name: text('name').notNull().unique(),
  displayName: jsonb('display_name').$type<{ fr: string; en: string }>().notNull(),
});

/** Key → JSON: signing keys, the hub's name, the first start's marks. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});
