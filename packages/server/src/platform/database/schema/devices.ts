import type { DeviceMeta } from '@sillage/device-protocol';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients, groups, users } from './people.ts';
import { searchText } from './search-text.ts';

export const devices = pgTable(
  'devices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: uuid('uid').notNull().unique(),
    /** family × 1,000,000 + hardware version × 10,000 + serial */
    number: integer('number').notNull().unique(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    groupId: integer('group_id').references(() => groups.id, { onDelete: 'set null' }),
    /** SHA-256, hex, of the MQTT password: a random secret of 32 bytes, so no slow hash is needed. */
    secretHash: text('secret_hash').notNull(),
    /** Last meta the device published. */
    meta: jsonb('meta').$type<DeviceMeta>(),
    serialNumber: text('serial_number').notNull().default(''),
    comment: text('comment').notNull().default(''),
    managerComment: text('manager_comment').notNull().default(''),
    adminComment: text('admin_comment').notNull().default(''),
    otherData: jsonb('other_data').$type<Record<string, unknown>>().notNull().default({}),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true, mode: 'date' }),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    searchText: searchText('name', 'number'),
  },
  (t) => [index('devices_client').on(t.clientId), index('devices_group').on(t.groupId)],
);

/** Athletes paired with a device now. */
export const deviceUsers = pgTable(
  'device_users',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.userId] })],
);
