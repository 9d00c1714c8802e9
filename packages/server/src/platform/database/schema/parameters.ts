import type { Translated } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { givenUid, jsonbOfAny, xid8 } from './columns.ts';
import { users } from './people.ts';

type Value = string[] | string | number | boolean | null;

/** Values that differ from the default, and descriptions of parameters that people added. */
export const parameters = pgTable(
  'parameters',
  {
    id: integer('id').notNull().unique().generatedAlwaysAsIdentity(),
    uid: givenUid(),
    /** General, User, Client, Sport, Sensor, Device; their rows are removed with the thing by a trigger. */
    tableName: text('table_name').notNull(),
    targetId: integer('target_id').notNull(),
    /** `category::subcategory::name` */
    name: text('name').notNull(),
    /** null = a built-in parameter. */
    description: jsonb('description').$type<{
      display_name?: Translated | undefined;
      hint?: Translated | undefined;
      unit?: string | undefined;
      items?: { value: string; title: Translated }[] | undefined;
      type: string;
      default?: Value | undefined;
      multiple?: boolean | undefined;
      order?: boolean | undefined;
      advanced?: boolean | undefined;
      rule?: string | null | undefined;
    }>(),
    value: jsonbOfAny('value').$type<Value>(),
    /** A value is set; JSON null is one too. */
    isSet: boolean('is_set').notNull().default(false),
    /** Of one that a person added. */
    addedBy: integer('added_by').references(() => users.id, { onDelete: 'set null' }),
    modifiedBy: integer('modified_by').references(() => users.id, { onDelete: 'set null' }),
    modifiedAt: timestamp('modified_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tableName, t.targetId, t.name] }),
    index('parameters_added_by').on(t.addedBy).where(sql`${t.addedBy} IS NOT NULL`),
  ],
);

/**
 * What changed and when, written by triggers and only ever appended to (no lock between writers); older marks of the
 * same thing are swept away.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tableName: text('table_name').notNull(),
    /** null = of every client. */
    clientId: integer('client_id'),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
    /** The transaction that changed it: whether a reader saw that is told exactly. */
    xact: xid8('xact').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [index('changes_newest').on(t.tableName, t.clientId, t.changedAt.desc()), index('changes_xact').on(t.xact)],
);
