import { customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Local to this server. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** Names a row on every server, hub and cloud. */
export const uid = () => uuid('uid').notNull().unique();
/** Of rows that are made without thinking of other servers. */
export const givenUid = () => uuid('uid').notNull().unique().defaultRandom();
export const createdAt = () => timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();

/**
 * JSON whose outermost value may be a text. The driver has parsed it already; drizzle's own `jsonb` parses a text once
 * more, by which the text `5` would become the number and the text `{"a": 1}` the object.
 */
export const jsonbOfAny = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

/** A transaction's number, which never comes again; as text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
