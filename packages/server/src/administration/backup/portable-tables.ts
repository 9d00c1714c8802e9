import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { columnShape } from './column-shapes.ts';

export interface PortableColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly notNull: boolean;
  /** A backup of an older version may lack it. */
  readonly mayLack: boolean;
  /** Table whose row it names: its uid in a backup, the local id in the database. */
  readonly refersTo: string | undefined;
  readonly shape: z.ZodType;
}

export interface PortableTable {
  readonly name: string;
  /**
   * `entity` = has a uid; `join` = a pair, merged; `keyed` = of another row, replaced by its key; `added` = of another
   * row, added when there is no such row yet.
   */
  readonly kind: 'entity' | 'join' | 'keyed' | 'added';
  readonly columns: readonly PortableColumn[];
  /** Two rows of a backup never have the same. */
  readonly identity: readonly string[];
  /** What no two rows of a server may share besides the uid. */
  readonly natural: readonly string[];
  /** Columns that a row which is there already keeps. */
  readonly kept: readonly string[];
}

interface Description {
  readonly identity?: readonly string[];
  readonly natural?: readonly string[];
  readonly kept?: readonly string[];
}

/** The one column of a parameter that names a row of another table depending on `table_name`. */
export const parameterTarget = 'target_id';
/** The only row of the settings that another server may have, and its fields: never keys or marks of this one. */
export const portableSettings = { key: 'server.settings', fields: ['terms', 'terms_date', 'notice'] } as const;
/** Table of a parameter → whose rows its `target_id` names; General has none. */
export const parameterTargets = {
  User: 'users',
  Client: 'clients',
  Sport: 'sports',
  Sensor: 'sensors',
  Device: 'devices',
};

/** When a record began, which is settled once its files are: see `settle-dates.ts`. */
export const dateColumns = ['started_at', 'start_us', 'wrong_time'] as const;

const entity = (table: PgTable, more: Description = {}) => portable('entity', table, { identity: ['uid'], ...more });
const join = (table: PgTable) => portable('join', table, {});
const named = ['client_id', 'name'];

/**
 * Every table of a backup, each after those that its rows refer to. Not in a backup: sessions, API keys and links
 * (secrets that end with the server), tasks, change marks.
 */
export const portableTables: readonly PortableTable[] = [
  entity(tables.sports, { natural: ['name'] }),
  entity(tables.sensors, { natural: ['name'] }),
  entity(tables.hubs, { natural: ['number'], kept: ['version', 'last_seen_at'] }),
  entity(tables.releases, { natural: ['kind', 'target', 'hardware_version', 'version'] }),
  entity(tables.cloudUrls, { natural: ['url'] }),
  // Secrets that were changed since stay changed: a restore never brings an old one back.
  entity(tables.clients, { natural: ['name'], kept: ['recovery_key'] }),
  join(tables.clientSports),
  join(tables.clientSensors),
  join(tables.clientHubs),
  entity(tables.groups, { natural: named }),
  // Nor rights that were taken since: who left the club stays out. Nor does it agree to terms in anybody's name.
  entity(tables.users, {
    natural: ['mail'],
    kept: ['password_hash', 'external_api', 'active', 'roles', 'terms_accepted', 'terms_hidden'],
  }),
  join(tables.groupMembers),
  entity(tables.exercises, { natural: named }),
  entity(tables.configs, { natural: named }),
  entity(tables.devices, { natural: ['number'], kept: ['secret_hash', 'meta', 'last_seen_at'] }),
  join(tables.deviceUsers),
  entity(tables.modules),
  entity(tables.mecaSensors),
  // What was computed of the files of this server belongs to them.
  entity(tables.records, {
    natural: ['device_id', 'device_record_id'],
    kept: [
      ...['decode_state', 'signals_version', 'available_data', 'modules', 'preview', 'size_bytes', 'duration_seconds'],
      ...dateColumns,
    ],
  }),
  join(tables.recordUsers),
  portable('keyed', tables.selections, { identity: ['record_id', 'num'] }),
  portable('added', tables.recordErrors, { identity: ['record_id', 'type', 'msg', 'created_at'] }),
  portable('keyed', tables.parameters, { identity: ['table_name', parameterTarget, 'name'] }),
  portable('keyed', tables.settings, { identity: ['key'] }),
];

function portable(kind: PortableTable['kind'], table: PgTable, description: Description): PortableTable {
  const { name, foreignKeys } = getTableConfig(table);
  const references = new Map(
    foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return [columns[0]?.name, getTableConfig(foreignTable).name];
    }),
  );
  const columns = Object.values(getTableColumns(table))
    // Local numbers of rows mean nothing on another server; what the database computes of a row it computes there, too.
    .filter((column) => is(column, PgColumn) && column.name !== 'id' && column.generated === undefined)
    .map((column): PortableColumn => {
      const refersTo = references.get(column.name);
      const isTarget = name === 'parameters' && column.name === parameterTarget;
      const sqlType = refersTo === undefined && !isTarget ? column.getSQLType() : 'uuid';
      const notNull = column.notNull && !isTarget;
      return {
        name: column.name,
        sqlType,
        notNull,
        mayLack: !column.notNull || column.hasDefault,
        refersTo,
        shape: columnShape(name, column.name, sqlType, notNull),
      };
    });
  const { identity = columns.map((column) => column.name), natural = [], kept = [] } = description;
  return { name, kind, columns, identity, natural, kept };
}

/** A name of the schema as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
