import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How many rows long tables have, as sums: triggers only ever append what a statement added or took, so that writers
 * never wait for one another, and now and then put what lies there together.
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    /** tasks, records or users */
    source: text('source').notNull(),
    clientId: integer('client_id'),
    /** Of tasks: their name; of records: their type; of users: their roles, parted by commas. */
    name: text('name').notNull(),
    /** Of tasks: `executing`; of records: 1 with athlete; of users: 1 active. */
    state: integer('state').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [index('row_counts_source').on(t.source, t.clientId)],
);
