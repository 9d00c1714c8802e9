import type { api, ReplyOf } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { readOutcome, readProgress } from '../hub/keep-link.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { isTold } from '../rows/told-rows.ts';
import { travellingTables } from '../rows/travelling-tables.ts';
import { sayWhyNot } from '../say-why-not.ts';

const Counted = z.object({
  table_name: z.string(),
  rows: z.coerce.number(),
  waiting: z.coerce.number(),
  held: z.coerce.number(),
  refused: z.coerce.number(),
  why_not: z.string().nullable(),
  bytes: z.coerce.number(),
  since: z.string().nullable(),
  sha256: z.string().nullable(),
});

/** A row of a name or number that another one has: the cloud's took its place, and nobody misses the deletion that it refuses. */
const isReplaced = sql`deleted_at is not null and exists (select 1 from sync_rows o where o.table_name = s.table_name
  and o.deleted_at is null and o.client_uid is not distinct from s.client_uid and o.fields -> 'name' -> 0 = s.fields -> 'name' -> 0)`;
const content = sql`concat_ws('|', uid, other_uid, deleted_at, fields::text)`;

/** Of each kind of rows: how many are known, wait, are held back or were not taken; with `hashes` also what they are. */
export async function listTables(
  db: Queryable,
  role: 'hub' | 'cloud',
  hashes: boolean,
): Promise<ReplyOf<typeof api.listSyncTables>> {
  const progress = role === 'hub' ? await readProgress(sqlMarks(db)) : undefined;
  const isWaiting =
    role === 'hub'
      ? sql`seq > ${progress?.sent ?? 0} and ${isTold} and from_node is distinct from ${progress?.cloudNode ?? null}::uuid`
      : sql`false`;
  const isRefused = sql`refused is not null and not (${isReplaced})`;
  const hash = hashes
    ? // Of hashes: all rows as one text may be larger than a database holds.
      sql`encode(sha256(string_agg(sha256(convert_to(${content}, 'UTF8')), ''::bytea order by uid, other_uid)), 'hex')`
    : sql`null`;
  const { rows } =
    await db.execute(sql`select table_name, count(*) as rows, count(*) filter (where ${isWaiting}) as waiting,
      count(*) filter (where held is not null) as held, count(*) filter (where ${isRefused}) as refused,
      mode() within group (order by refused) filter (where ${isRefused}) as why_not, sum(pg_column_size(fields)) as bytes,
      to_char(max(changed_at) filter (where not (${isWaiting})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
      ${hash} as sha256
    from sync_rows s group by table_name`);
  const { lastTryMs } = await readOutcome(sqlMarks(db));
  const lastTry = lastTryMs === null ? null : new Date(lastTryMs).toISOString();
  const counted = new Map(rows.map((row) => Counted.parse(row)).map((row) => [row.table_name, row]));
  return travellingTables.map(({ name, displayName }) => {
    const { table_name: _, why_not: whyNot, ...known } = counted.get(name) ?? none;
    return { name, display_name: displayName, ...known, last_try: lastTry, why_not: sayWhyNot(whyNot) };
  });
}

const none: z.infer<typeof Counted> = {
  ...{ table_name: '', rows: 0, waiting: 0, held: 0, refused: 0 },
  ...{ why_not: null, bytes: 0, since: null, sha256: null },
};
