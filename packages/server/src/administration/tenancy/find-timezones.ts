import { limits, Timezone } from '@sillage/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { clients, hubs, settings } = tables;

/** Key of the setting that says which row of the hubs this server is; none in the cloud. */
export const currentHubKey = 'hub.id';

/** The zone of this server: of the hub that it is, where one was said. */
const ofServer = sql`coalesce(
  (SELECT h.timezone FROM ${hubs} h JOIN ${settings} s ON s.key = ${currentHubKey} AND s.value = to_jsonb(h.id)),
  ${limits.defaultTimezone})`;

/** The time zone in force for a client, given its own: else the hub's, else Europe/Paris. */
export function timezoneInForce(own: PgColumn): SQL<string> {
  return sql<string>`coalesce(${own}, ${ofServer})`;
}

/** The zone in which a client's days are meant; null = the server's own. */
export async function readTimezone(db: Queryable, clientId: number | null): Promise<string> {
  const ofClient =
    clientId === null
      ? []
      : await db
          .select({ zone: timezoneInForce(clients.timezone) })
          .from(clients)
          .where(eq(clients.id, clientId));
  const [found] =
    ofClient.length > 0 ? ofClient : (await db.execute<{ zone: string }>(sql`SELECT ${ofServer} AS zone`)).rows;
  // What another server wrote may be a zone that this runtime does not know.
  return Timezone.safeParse(found?.zone).data ?? limits.defaultTimezone;
}
