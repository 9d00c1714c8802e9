import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { devicesChanged } from '../../administration/devices/index.ts';
import { rightsChanged } from '../../administration/tenancy/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { rulesCategory, tellOfRules } from '../../recording/life/index.ts';
import type { WireRow } from './wire-row.ts';

/** Those who hold devices or members of live rooms in memory, and what was computed by rules, look again once the rows are there for good. */
export async function tellRooms(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  const devices = rows.filter(({ table }) => table === 'devices').map(({ uid }) => uid);
  if (devices.length > 0) {
    await tx.execute(sql`select pg_notify(${devicesChanged}, d.number::text) from devices d
      where d.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(devices)}::jsonb))`);
  }
  if (rows.some(({ table }) => ['users', 'group_members', 'groups', 'device_users'].includes(table))) {
    await tx.execute(sql`select pg_notify(${rightsChanged}, '')`);
  }
  await tellWhoseRules(tx, rows);
}

const Client = z.object({ id: z.int() });

/** Parameters that keep rules of analyses name a club, or a coach of one; the field stays also of one that was deleted. */
async function tellWhoseRules(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  const said = ({ fields }: WireRow, name: string) => String(fields[name]?.[0] ?? '');
  const rules = rows.filter((row) => row.table === 'parameters' && said(row, 'name').startsWith(`${rulesCategory}::`));
  if (rules.length === 0) return;
  const targets = sql`(select value from jsonb_array_elements_text(${JSON.stringify(rules.map((row) => said(row, 'target_id')))}::jsonb))`;
  const { rows: found } = await tx.execute(sql`select id from clients where uid::text in ${targets}
    union select client_id from users where uid::text in ${targets} and client_id is not null`);
  for (const { id } of z.array(Client).parse(found)) await tellOfRules(tx, id);
}
