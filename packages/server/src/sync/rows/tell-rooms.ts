import { sql } from 'drizzle-orm';
import { devicesChanged } from '../../administration/devices/index.ts';
import { rightsChanged } from '../../administration/tenancy/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { WireRow } from './wire-row.ts';

/** Those who hold devices or members of live rooms in memory read them again once the rows are there for good. */
export async function tellRooms(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  const devices = rows.filter(({ table }) => table === 'devices').map(({ uid }) => uid);
  if (devices.length > 0) {
    await tx.execute(sql`select pg_notify(${devicesChanged}, d.number::text) from devices d
      where d.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(devices)}::jsonb))`);
  }
  if (rows.some(({ table }) => ['users', 'group_members', 'groups', 'device_users'].includes(table))) {
    await tx.execute(sql`select pg_notify(${rightsChanged}, '')`);
  }
}
