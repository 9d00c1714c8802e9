import type { BackupExport } from '@sillage/contract';
import { keptStates, toUtcMs } from '@sillage/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { portableSettings, type Reach, readRows, tablesByUid } from '../../platform/rows-by-uid/index.ts';

/** Which rows a backup holds. `clientId` null = all. */
export type BackupScope = Omit<BackupExport, 'client_id' | 'timezone'> & {
  readonly clientId: number | null;
  readonly timezone: string;
};

export interface RecordFile {
  readonly uid: string;
  readonly source: 'journal' | 'upload';
}

/** The records that are in a backup; some 100 bytes each in memory. */
export async function readRecordFiles(tx: Queryable, scope: BackupScope): Promise<RecordFile[]> {
  const selected = sql`select t.uid, t.source from records t where ${inScope(scope)('records', 't')} and t.source <> 'seance' order by t.id`;
  const found: RecordFile[] = [];
  for await (const { uid, source } of readRows(tx, selected)) {
    found.push({ uid: String(uid), source: source === 'journal' ? 'journal' : 'upload' });
  }
  return found;
}

/** The condition that a record's blocks do not come any more: one that is being received belongs to its device. */
export const isKept = (state: SQL): SQL =>
  sql`${state} in (${sql.join(
    keptStates.map((one) => sql`${one}`),
    sql`, `,
  )})`;

/** What belongs to a backup. */
export function inScope(scope: BackupScope): Reach {
  const { clientId } = scope;
  return (table, alias) => {
    const of = (column: string) => sql.raw(`${alias}.${column}`);
    if (table === 'records') {
      const own = clientId === null ? sql`true` : sql`${of('client_id')} = ${clientId}`;
      return sql`${own} and ${withinDates(of('started_at'), scope)}`;
    }
    // The row of a firmware is of no use without its bytes.
    if (table === 'releases') return clientId === null && scope.with_files ? sql`true` : sql`false`;
    if (table === 'settings') return clientId === null ? sql`${of('key')} = ${portableSettings.key}` : sql`false`;
    return clientId === null ? sql`true` : ofClient(table, of, clientId);
  };
}

function ofClient(table: string, of: (column: string) => SQL, clientId: number): SQL {
  const uses = (join: string, column: string) =>
    sql`exists (select 1 from ${sql.raw(join)} u where ${sql.raw(`u.${column}`)} = ${of('id')} and u.client_id = ${clientId})`;
  switch (table) {
    case 'clients':
      return sql`${of('id')} = ${clientId}`;
    case 'sports':
      return sql`(${uses('client_sports', 'sport_id')} or ${uses('records', 'sport_id')})`;
    case 'sensors':
      return uses('client_sensors', 'sensor_id');
    case 'hubs':
      return uses('client_hubs', 'hub_id');
    case 'cloud_urls':
      return sql`false`;
    case 'parameters':
      return sql`${of('table_name')} in ('Client', 'User', 'Device')`;
  }
  const hasClient = tablesByUid.some(
    ({ name, columns }) => name === table && columns.some((column) => column.name === 'client_id'),
  );
  // Rows without a client of their own go with the rows that they refer to.
  return hasClient ? sql`${of('client_id')} = ${clientId}` : sql`true`;
}

/** Whole days in the backup's timezone, both inclusive, however long each is. */
function withinDates(column: SQL, { start, end, timezone }: BackupScope): SQL {
  const from = start === null ? sql`true` : sql`${column} >= ${beginOf(start, 0, timezone)}`;
  const to = end === null ? sql`true` : sql`${column} < ${beginOf(end, 1, timezone)}`;
  return sql`${from} and ${to}`;
}

const dayMs = 86_400e3;

/** The first moment of a day, or of one some days later. */
function beginOf(day: string, daysLater: number, timezone: string): SQL {
  const ms = toUtcMs(Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs, timezone);
  return sql`to_timestamp(${ms / 1000}::double precision)`;
}
