import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { globalTables, type HubReach } from './judge-hub.ts';
import { readKept } from './keep-states.ts';
import type { NumberedRow } from './row-store.ts';

/** Scenarios that come with the product: the cloud has its own, and nobody needs to hear that it keeps them. */
export const isTold = sql`not (table_name = 'scenarios' and client_uid is null)`;

/** What a hub is told of its clients and of all; not what it said itself. */
export async function rowsForHub(
  tx: Queryable,
  { node, reach }: { readonly node: string | null; readonly reach: HubReach },
  since: number,
  most: number,
): Promise<NumberedRow[]> {
  const { rows } = await tx.execute(sql`select * from sync_rows
    where seq > ${since} and held is distinct from 'clash' and held is distinct from 'unfit'
      and (${node}::uuid is null or from_node is distinct from ${node}::uuid) and ${reachCondition(reach)} order by seq limit ${most}`);
  return rows.map(readKept);
}

function reachCondition({ allClients, clientUids }: HubReach) {
  const isGlobal = sql`(client_uid is null and table_name in
    (select value from jsonb_array_elements_text(${JSON.stringify(globalTables)}::jsonb)))`;
  if (allClients) return sql`(client_uid is not null or ${isGlobal})`;
  return sql`(${isGlobal} or client_uid in
    (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...clientUids])}::jsonb)))`;
}

/** What the cloud was not told and did not say itself. */
export async function rowsForCloud(
  tx: Queryable,
  cloudNode: string,
  since: number,
  most: number,
): Promise<NumberedRow[]> {
  const { rows } = await tx.execute(sql`select * from sync_rows where seq > ${since} and ${isTold}
    and from_node is distinct from ${cloudNode}::uuid order by seq limit ${most}`);
  return rows.map(readKept);
}
