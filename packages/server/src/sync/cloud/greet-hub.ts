import { randomUUID } from 'node:crypto';
import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { areCompatible } from '../compare-versions.ts';
import { readItself } from '../identity.ts';
import type { InTurn } from '../in-turn.ts';
import { type AdmittedHub, reachMark } from './admit-hubs.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly itself: ReturnType<typeof knowItself>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly version: string;
}

/** Who this cloud is, and of which rows: asked once. */
export function knowItself(inTurn: InTurn) {
  let known: Promise<{ readonly node: string; readonly epoch: string }> | undefined;
  return () => {
    known ??= inTurn(readItself);
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}

/** A hub says how it is, and hears the time, whether there is something to read, and whether this cloud is the one that it knows. */
export async function greetHub(
  { db, itself, clock, version }: Dependencies,
  hub: AdmittedHub,
  said: BodyOf<typeof api.syncHello>,
): Promise<ReplyOf<typeof api.syncHello> | Refusal> {
  if (!areCompatible(said.version, version)) {
    return refuse('sync.versionApart', { hub: said.version, cloud: version });
  }
  const [{ node, epoch }, visit] = [await itself(), await noteHub(db, hub, said)];
  if (visit === undefined) return refuse('sync.sameServer');
  const { head } = visit;
  const [reach, { since }] = [reachMark(hub.reach), said];
  const isSame = since?.epoch === epoch;
  const hasReadAll = isSame && since.reach === reach && since.received === head;
  const isSetBack = visit.isUnknown || (isSame && since.received > head);
  const told = { news: !hasReadAll, visit: visit.next, set_back: isSetBack };
  return { node, epoch, version, now_ms: clock.nowMs(), reach, ...told };
}

interface Visit {
  /** What the hub says at its next greeting. */
  readonly next: string;
  /** It said what this cloud does not know. */
  readonly isUnknown: boolean;
  /** Number of the last change of a row here. */
  readonly head: number;
}

/** What a hub says of itself; undefined: another one bears its name in stamps, and their edits could not be told apart. One statement, since a thousand hubs come each minute. */
async function noteHub(
  db: Queryable,
  hub: AdmittedHub,
  { node, version, report, visit: said }: BodyOf<typeof api.syncHello>,
): Promise<Visit | undefined> {
  const [next, visit] = [randomUUID(), said ?? null];
  const { rows } = await db.execute(sql`with link as (
      update hub_links l set node = ${node}, report = ${JSON.stringify(report)}::jsonb, seen_at = now(),
        visit = ${next}, visit_before = ${visit}::uuid
      from hub_links before where l.hub_id = ${hub.id} and before.hub_id = l.hub_id
        and not exists (select 1 from hub_links o where o.node = ${node} and o.hub_id <> l.hub_id)
      returning l.hub_id, before.visit is not null and ${visit}::uuid is distinct from before.visit
        and ${visit}::uuid is distinct from before.visit_before as is_unknown
    ), backlog as (
      insert into hub_backlogs as b (hub_id, day, files, bytes)
      select hub_id, (now() at time zone 'UTC')::date, ${report.files}::integer, ${report.bytes}::bigint from link
      where not exists (select 1 from hub_backlogs o where o.hub_id = link.hub_id and o.day = (now() at time zone 'UTC')::date
        and o.files = ${report.files}::integer and o.bytes = ${report.bytes}::bigint)
      on conflict (hub_id, day) do update set files = excluded.files, bytes = excluded.bytes
    ), seen as (
      update hubs h set last_seen_at = now(), version = ${version} from link where h.id = link.hub_id
        and (h.version is distinct from ${version} or h.last_seen_at is null or h.last_seen_at < now() - interval '5 minutes')
    ) select is_unknown, (select value from sync_marks where key = 'head') as head from link`);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { next, isUnknown: visit !== null && row.is_unknown === true, head: Number(row.head ?? 0) };
}
