import { randomUUID } from 'node:crypto';
import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { areCompatible } from '../compare-versions.ts';
import { readHead, readItself } from '../identity.ts';
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
  // Edits of two servers that bear one name could not be told apart.
  const { rows: others } = await db.execute(
    sql`select 1 from hub_links where node = ${said.node} and hub_id <> ${hub.id}`,
  );
  if (others.length > 0) return refuse('sync.sameServer');
  const [{ node, epoch }, head, visit] = [await itself(), await readHead(db), await noteHub(db, hub, said)];
  const [reach, { since }] = [reachMark(hub.reach), said];
  const isSame = since?.epoch === epoch;
  const hasReadAll = isSame && since.reach === reach && since.received === head;
  const isSetBack = visit.isUnknown || (isSame && since.received > head);
  const told = { news: !hasReadAll, visit: visit.next, set_back: isSetBack };
  return { node, epoch, version, now_ms: clock.nowMs(), reach, ...told };
}

/** What a hub says of itself. Answers what it says at its next greeting, and whether it said what this cloud does not know. */
async function noteHub(
  db: Queryable,
  hub: AdmittedHub,
  { node, version, report, visit }: BodyOf<typeof api.syncHello>,
): Promise<{ readonly next: string; readonly isUnknown: boolean }> {
  const next = randomUUID();
  const { rows } =
    await db.execute(sql`update hub_links l set node = ${node}, report = ${JSON.stringify(report)}::jsonb,
      visit = ${next}, visit_before = ${visit ?? null}::uuid
    from hub_links before where l.hub_id = ${hub.id} and before.hub_id = l.hub_id
    returning before.visit is not null and ${visit ?? null}::uuid is not null
      and ${visit ?? null}::uuid is distinct from before.visit
      and ${visit ?? null}::uuid is distinct from before.visit_before as is_unknown`);
  await db.execute(sql`insert into hub_backlogs as b (hub_id, day, files, bytes)
    values (${hub.id}, (now() at time zone 'UTC')::date, ${report.files}, ${report.bytes})
    on conflict (hub_id, day) do update set files = excluded.files, bytes = excluded.bytes
      where (b.files, b.bytes) is distinct from (excluded.files, excluded.bytes)`);
  await db.execute(sql`update hubs set last_seen_at = now(), version = ${version} where id = ${hub.id}`);
  return { next, isUnknown: rows[0]?.is_unknown === true };
}
