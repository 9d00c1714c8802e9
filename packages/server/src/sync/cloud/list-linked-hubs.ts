import { type api, HubReport, type ReplyOf } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const shownDays = 14;
const Backlog = z.array(z.number().nullable());

/** The hubs that bear a code, and what they said of themselves last: all, or those that serve the caller's client. */
export async function listLinkedHubs(
  db: Queryable,
  { scope, principal }: Viewer,
): Promise<ReplyOf<typeof api.listLinkedHubs>> {
  const seen =
    scope === 'everything'
      ? sql`true`
      : sql`(h.allclients or exists (select 1 from client_hubs s where s.hub_id = h.id and s.client_id = ${principal.clientId}))`;
  const { rows } = await db.execute(sql`select h.id, h.number, h.name, h.version, l.node, l.report,
      to_char(coalesce(l.seen_at, h.last_seen_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_seen,
      to_char(l.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as linked_at,
      (select jsonb_agg(b.bytes order by on_day) from generate_series((now() at time zone 'UTC')::date - ${shownDays - 1}::integer,
        (now() at time zone 'UTC')::date, interval '1 day') on_day
        left join hub_backlogs b on b.hub_id = h.id and b.day = on_day::date) as backlog
    from hubs h join hub_links l on l.hub_id = h.id where ${seen} order by h.number limit 1000`);
  const items = rows.map((row) => ({
    hub_id: Number(row.id),
    number: Number(row.number),
    name: String(row.name),
    version: row.version === null ? null : String(row.version),
    last_seen: row.last_seen === null ? null : String(row.last_seen),
    linked_at: String(row.linked_at),
    report: HubReport.nullable().catch(null).parse(row.report),
    backlog: Backlog.parse(row.backlog),
  }));
  return { items, total: items.length };
}
