import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, uid } from './columns.ts';
import { devices } from './devices.ts';
import { clients } from './people.ts';

const ofClient = () =>
  integer('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' });

export const configs = pgTable(
  'configs',
  {
    id: id(),
    uid: uid(),
    clientId: ofClient(),
    name: text('name').notNull(),
    /** JSON as it was typed. */
    config: text('config').notNull(),
    comment: text('comment').notNull().default(''),
  },
  (t) => [uniqueIndex('configs_client_name').on(t.clientId, t.name)],
);

export const sensors = pgTable('sensors', {
  id: id(),
  uid: uid(),
  name: text('name').notNull().unique(),
  type: text('type').notNull(),
  advanced: boolean('advanced').notNull().default(false),
  allclients: boolean('allclients').notNull().default(true),
  comment: text('comment').notNull().default(''),
  parameters: jsonb('parameters')
    .$type<Record<string, { type: 'int' | 'float' | 'string' | 'bool'; default: number | string | boolean | null }>>()
    .notNull()
    .default({}),
  /** JSON text with `{parameter}` holes. */
  config: text('config').notNull().default('{}'),
});

/** Clients that may use a sensor that is not for all. */
export const clientSensors = pgTable(
  'client_sensors',
  {
    clientId: ofClient(),
    sensorId: integer('sensor_id')
      .notNull()
      .references(() => sensors.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.sensorId] })],
);

export const hubs = pgTable('hubs', {
  id: id(),
  uid: uid(),
  /** The ID that people type, 0–9999. */
  number: integer('number').notNull().unique(),
  name: text('name').notNull(),
  allclients: boolean('allclients').notNull().default(true),
  cloudEnabled: boolean('cloud_enabled').notNull().default(false),
  autoSend: boolean('auto_send').notNull().default(false),
  /** Of what is recorded here for clients without one; null = nobody said. */
  timezone: text('timezone'),
  version: text('version'),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true, mode: 'date' }),
  comment: text('comment').notNull().default(''),
  createdAt: createdAt(),
});

/** Clients that a hub serves when it is not for all. */
export const clientHubs = pgTable(
  'client_hubs',
  {
    clientId: ofClient(),
    hubId: integer('hub_id')
      .notNull()
      .references(() => hubs.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.hubId] })],
);

export const modules = pgTable(
  'modules',
  {
    id: id(),
    uid: uid(),
    clientId: ofClient(),
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    serialNumber: text('serial_number').notNull().default(''),
    version: text('version'),
    enabled: boolean('enabled').notNull().default(true),
    comment: text('comment').notNull().default(''),
  },
  (t) => [index('modules_client').on(t.clientId, t.name), index('modules_device').on(t.deviceId)],
);

export const mecaSensors = pgTable(
  'meca_sensors',
  {
    id: id(),
    uid: uid(),
    clientId: ofClient(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    serialNumber: text('serial_number').notNull().default(''),
    unit: text('unit').notNull().default(''),
    gain: doublePrecision('gain').notNull().default(1),
    offset: doublePrecision('offset').notNull().default(0),
    calibratedDate: date('calibrated_date', { mode: 'string' }),
    comment: text('comment').notNull().default(''),
  },
  (t) => [index('meca_sensors_client').on(t.clientId, t.name)],
);

/** Firmwares; the bytes lie under the releases folder, named by their SHA-256. */
export const releases = pgTable(
  'releases',
  {
    id: id(),
    uid: uid(),
    kind: text('kind').$type<'device' | 'hardware'>().notNull(),
    version: text('version').notNull(),
    target: text('target').notNull(),
    /** −1 = any. */
    hardwareVersion: integer('hardware_version').notNull().default(-1),
    filename: text('filename').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    /** Ed25519 over family, version, size and hash (device protocol, section 11), and its key; base64. '' = not signed yet. */
    signature: text('signature').notNull().default(''),
    publicKey: text('public_key').notNull().default(''),
    notes: jsonb('notes').$type<{ fr: string; en: string }>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('releases_version').on(t.kind, t.target, t.hardwareVersion, t.version)],
);

export const cloudUrls = pgTable('cloud_urls', {
  id: id(),
  uid: uid(),
  name: text('name').notNull(),
  url: text('url').notNull().unique(),
  isMasterCloud: boolean('is_master_cloud').notNull().default(false),
});
