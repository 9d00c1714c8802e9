import { type api, type LedgerLink, LedgerPlace, type LedgerRecord, type ReplyOf } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import { listReplaced } from '../files/replaced-copies.ts';
import { isWaiting, readSendingRules, sendingOrder } from '../hub/sending-rules.ts';
import { sayWhyNot, WhyParameters } from '../say-why-not.ts';

const text = z.string().nullable();
const Row = z.object({
  id: z.number(),
  uid: z.string(),
  source: z.string(),
  name: z.string(),
  started_at: z.string(),
  timezone: z.string(),
  size_bytes: z.coerce.number(),
  state: z.enum(['needs_sending', 'sending', 'synced', 'resend']).nullable(),
  confirmed_sha256: text,
  sha256: text,
  sent_bytes: z.coerce.number().nullable(),
  since: text,
  last_try: text,
  why_not: text,
  why_parameters: WhyParameters.nullable(),
  is_wanted: z.boolean(),
  received_bytes: z.coerce.number().nullable(),
  wanted_bytes: z.coerce.number().nullable(),
  missing_blocks: z.coerce.number().nullable(),
  selections: z.coerce.number(),
  original_elsewhere: z.boolean(),
  from_hub: text,
});

interface Asked {
  readonly isSeen: SQL;
  readonly role: 'hub' | 'cloud';
  /** null in the cloud. */
  readonly link: LedgerLink | null;
  readonly pageId: number;
  readonly pageSize: number;
  readonly where: LedgerPlace;
  readonly search: string;
  readonly record_id?: number | undefined;
}

const Places = z.record(LedgerPlace, z.int());

const mostRows = 1000;
const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const isHere = sql.raw('not records.original_elsewhere');
/** Of a club that keeps its originals nothing is tried here, and nothing arrives in the cloud. */
const whyNotOn = {
  hub: sql`case when not c.cloud_enabled and f.state <> 'synced' and f.why_not is distinct from 'sync.withheld'
    then 'sync.clubStays' else f.why_not end`,
  cloud: sql`case when not c.cloud_enabled and records.original_elsewhere then 'sync.clubStays' else f.why_not end`,
};
const isConfirmed = sql.raw('f.confirmed_sha256 is not null');
const conditionsOn = (role: 'hub' | 'cloud'): Readonly<Record<LedgerPlace, SQL>> => ({
  all: sql`true`,
  only_here: sql`${isHere} and not ${isConfirmed}`,
  unsent: sql`${isHere} and (not ${isConfirmed} or f.state <> 'synced')`,
  both: sql`${isHere} and ${isConfirmed}`,
  not_here: sql`not ${isHere}`,
  waiting: isWaiting,
  refused: sql`coalesce(w.why_not, ${whyNotOn[role]}) is not null`,
});

/** The hub that sends the original, or told its row as it is. Hubs link themselves to the cloud alone. */
const hubOf =
  sql.raw(`(select h.name from hub_links l join hubs h on h.id = l.hub_id where l.node = coalesce(f.from_node,
  (select s.from_node from sync_rows s where s.table_name = 'records' and s.uid = records.uid)))`);

const iso = (ms: number) => new Date(ms).toISOString();

/** Where the original of each record is, as far as this server knows. */
export async function readLedger(
  db: Queryable,
  files: Pick<Files, 'has' | 'open' | 'list' | 'listBelow'>,
  { isSeen, role, link, pageId, pageSize, where, search, record_id: recordId }: Asked,
): Promise<ReplyOf<typeof api.readLedger>> {
  const limit = pageSize < 1 ? mostRows : pageSize;
  const conditions = conditionsOn(role);
  const likeText = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const isFound =
    search === ''
      ? sql`true`
      : sql`(records.basename ilike ${likeText} or coalesce(f.confirmed_sha256, f.sha256) like ${likeText.toLowerCase()})`;
  const of = sql`from records join clients c on c.id = records.client_id left join sync_files f on f.record_uid = records.uid
    left join sync_wanted w on w.record_uid = records.uid where records.source <> 'seance' and ${isSeen} and ${isFound}
      and ${recordId === undefined ? sql`true` : sql`records.id = ${recordId}`}`;
  const { rows } = await db.execute(sql`select records.id, records.uid, records.source, records.basename as name,
      ${utc('records.started_at')} as started_at, records.timezone, coalesce(f.size_bytes, records.size_bytes) as size_bytes,
      case when f.why_not = 'sync.withheld' then null else f.state end as state, f.confirmed_sha256, f.sha256, f.sent_bytes, ${utc('f.confirmed_at')} as since,
      ${utc('coalesce(w.last_try_at, f.last_try_at)')} as last_try, coalesce(w.why_not, ${whyNotOn[role]}) as why_not,
      case when w.why_not is null then f.why_parameters else w.why_parameters end as why_parameters,
      w.record_uid is not null as is_wanted, w.received_bytes, w.size_bytes as wanted_bytes, records.missing_blocks,
      (select count(*) from selections s where s.record_id = records.id) as selections,
      records.original_elsewhere, ${hubOf} as from_hub ${of} and ${conditions[where]}
    order by ${where === 'waiting' ? sql`${sendingOrder(sql`records.started_at`)}, ` : sql``}records.started_at desc, records.id desc limit ${limit} offset ${(pageId - 1) * limit}`);
  const counts = LedgerPlace.options.map(
    (place) => sql`count(*) filter (where ${conditions[place]})::integer as ${sql.raw(place)}`,
  );
  const { rows: counted } = await db.execute(sql`select ${sql.join(counts, sql`, `)} ${of}`);
  const places = Places.parse(counted[0]);
  const withReplaced = new Set(await files.list('replaced'));
  const items: LedgerRecord[] = [];
  for (const row of rows.map((one) => Row.parse(one))) {
    const here = await files.has(stored.source(row));
    const replaced = withReplaced.has(row.uid) ? await listReplaced({ files }, row.uid) : [];
    items.push({
      record_id: row.id,
      name: row.name,
      started_at: row.started_at,
      timezone: row.timezone,
      here,
      cloud: role === 'cloud' ? here : row.confirmed_sha256 !== null,
      original_elsewhere: row.original_elsewhere,
      from_hub: row.from_hub,
      cloud_state: row.state ?? 'local',
      sha256: row.confirmed_sha256 ?? row.sha256,
      bytes: row.size_bytes,
      sent_bytes: row.sent_bytes ?? 0,
      coming: row.is_wanted ? { received_bytes: row.received_bytes ?? 0, bytes: row.wanted_bytes } : null,
      is_journal: row.source === 'journal',
      missing_blocks: row.missing_blocks,
      selections: row.selections,
      since: row.since,
      last_try: row.last_try,
      why_not: sayWhyNot(row.why_not, row.why_parameters ?? {}),
      replaced: replaced.map(({ key, replacedMs, keptUntilMs, sha256, sizeBytes }) => ({
        ...{ key, replaced_at: iso(replacedMs), kept_until: iso(keptUntilMs), sha256, bytes: sizeBytes },
      })),
    });
  }
  const { isMetered } = await readSendingRules(db);
  return { items, total: places[where], places, link, metered: role === 'hub' && isMetered };
}
