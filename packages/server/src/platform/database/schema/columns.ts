import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Local to this server. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** The same on hub and cloud. */
export const uid = () => uuid('uid').notNull().unique();
export const createdAt = () => timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();
