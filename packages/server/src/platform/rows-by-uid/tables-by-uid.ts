import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { tables } from '../database/index.ts';
import { columnShape } from './column-shapes.ts';

/** A column of rows as they travel between servers. */
export interface ColumnByUid {
  readonly name: string;
  readonly sqlType: string;
  readonly notNull: boolean;
  /** Rows of an older version may lack it. */
  readonly mayLack: boolean;
  /** Table whose row it names: its uid on the way, the local id in the database. */
  readonly refersTo: string | undefined;
  readonly shape: z.ZodType;
}

export interface TableByUid {
  readonly name: string;
  /**
   * `entity` = known by its uid, else by its natural key; `join` = a pair; `keyed` = of another row: one with the same key is
   * replaced, whatever its uid; `added` = of another row, added when there is no such row yet.
   */
  readonly kind: 'entity' | 'join' | 'keyed' | 'added';
  readonly columns: readonly ColumnByUid[];
  /** Two rows of one server never have the same. */
  readonly identity: readonly string[];
  /** What no two rows of a server may share besides the uid. */
  readonly natural: readonly string[];
}

interface Description {
  readonly identity?: readonly string[];
  readonly natural?: readonly string[];
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

const entity = (table: PgTable, natural: readonly string[] = []) =>
  describe('entity', table, { identity: ['uid'], natural });
const join = (table: PgTable, natural: readonly string[] = []) => describe('join', table, { natural });
const named = ['client_id', 'name'];

/**
 * Every table whose rows mean the same on another server, each after those that its rows refer to. Not among them: sessions,
 * API keys and links (secrets that end with the server), tasks, change marks; and what is about devices as they are here now:
 * selections that are still open, what was chosen for next records, updates of firmware,
 * runs of scenarios.
 */
export const tablesByUid: readonly TableByUid[] = [
  entity(tables.sports, ['name']),
  entity(tables.sensors, ['name']),
  entity(tables.hubs, ['number']),
  entity(tables.releases, ['kind', 'target', 'hardware_version', 'version']),
  entity(tables.cloudUrls, ['url']),
  entity(tables.clients, ['name']),
  join(tables.clientSports),
  join(tables.clientSensors),
  join(tables.clientHubs),
  describe('keyed', tables.csvMappings, { identity: ['client_id', 'header'] }),
  entity(tables.groups, named),
  entity(tables.users, ['mail']),
  join(tables.groupMembers),
  entity(tables.exercises, named),
  entity(tables.configs, named),
  entity(tables.scenarios, named),
  describe('keyed', tables.scenarioVersions, { identity: ['scenario_id', 'kept_at'] }),
  entity(tables.devices, ['number']),
  join(tables.deviceUsers),
  entity(tables.modules),
  entity(tables.mecaSensors),
  entity(tables.records, ['device_id', 'device_record_id']),
  join(tables.recordUsers),
  join(tables.seanceRecords, ['record_id']),
  describe('keyed', tables.selections, { identity: ['record_id', 'num'] }),
  entity(tables.recordSteps),
  entity(tables.videoAlignments),
  entity(tables.analysisResults),
  describe('added', tables.recordErrors, { identity: ['record_id', 'type', 'msg', 'created_at'] }),
  describe('keyed', tables.parameters, { identity: ['table_name', parameterTarget, 'name'] }),
  describe('keyed', tables.settings, { identity: ['key'] }),
];

function describe(kind: TableByUid['kind'], table: PgTable, description: Description): TableByUid {
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
    .map((column): ColumnByUid => {
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
  const { identity = columns.map((column) => column.name), natural = [] } = description;
  return { name, kind, columns, identity, natural };
}

/** A name of the schema as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The local id of the row that a parameter of rows under `alias` names by its uid, as SQL; null where it names none. */
export function parameterTargetCases(alias: string): string {
  const cases = Object.entries(parameterTargets).map(
    ([name, table]) => `when '${name}' then (select p.id from ${table} p where p.uid = ${alias}.${parameterTarget})`,
  );
  return `case ${alias}.table_name ${cases.join(' ')} end`;
}
