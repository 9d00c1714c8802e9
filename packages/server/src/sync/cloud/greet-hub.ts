import { randomUUID } from 'node:crypto';
import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { areCompatible } from '../compare-versions.ts';
import { readEpoch, readSystem } from '../identity.ts';
import type { InTurn } from '../in-turn.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { type AdmittedHub, reachMark } from './admit-hubs.ts';
import { heedGreeting } from './heed-calls.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly inTurn: InTurn;
  readonly epoch: ReturnType<typeof knowEpoch>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly version: string;
}

/** Of which rows this cloud is: asked once. */
export function knowEpoch(inTurn: InTurn): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= inTurn(async (tx) => `${await readSystem(tx)}/${await readEpoch(sqlMarks(tx))}`);
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}

/** A hub says how it is, and hears the time, whether there is something to read, and whether this cloud is the one that it knows. */
export async function greetHub(
  { db, inTurn, epoch: ask, clock, version }: Dependencies,
  hub: AdmittedHub,
  said: BodyOf<typeof api.syncHello>,
): Promise<ReplyOf<typeof api.syncHello> | Refusal> {
  if (!areCompatible(said.version, version)) {
    return refuse('sync.versionApart', { hub: said.version, cloud: version });
  }
  // Before anything is noted of it: a copy of a hub would make the cloud take another name each time it comes.
  if (await isNameOfOther(db, hub, said.node)) return refuse('sync.sameServer');
  const epoch = await ask();
  const { node, call } = await inTurn((tx) => heedGreeting(sqlMarks(tx), hub, said.call, randomUUID));
  const head = await noteHub(db, hub, said, call?.apart !== true);
  if (head === undefined) return refuse('sync.sameServer');
  const [reach, { since }] = [reachMark(hub.reach), said];
  const hasReadAll = since?.epoch === epoch && since.reach === reach && since.received === head;
  const { number, name } = hub;
  return {
    ...{ node, epoch, version, now_ms: clock.nowMs(), reach, call, news: !hasReadAll },
    hub: { number, name },
  };
}

async function isNameOfOther(db: Queryable, { id }: AdmittedHub, node: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from hub_links where node = ${node} and hub_id <> ${id} limit 1`);
  return rows.length > 0;
}

/** Notes what a hub says of itself, and answers the number of the last change of a row here; undefined: another one bears its name in stamps, and their edits could not be told apart. One statement, since a thousand hubs come each minute. */
async function noteHub(
  db: Queryable,
  hub: AdmittedHub,
  { node: said, version, report }: BodyOf<typeof api.syncHello>,
  isItsName: boolean,
): Promise<number | undefined> {
  // A greeting of before, brought late, bears a name that the hub may have left; who was set back greets once more, by a new one.
  const node = isItsName ? said : null;
  const { rows } = await db.execute(sql`with link as (
      update hub_links l set node = coalesce(${node}, l.node), report = ${JSON.stringify(report)}::jsonb, seen_at = now()
      where l.hub_id = ${hub.id} and not exists (select 1 from hub_links o where o.node = ${said} and o.hub_id <> l.hub_id)
      returning l.hub_id
    ), backlog as (
      insert into hub_backlogs as b (hub_id, day, files, bytes)
      select hub_id, (now() at time zone 'UTC')::date, ${report.files}::integer, ${report.bytes}::bigint from link
      where not exists (select 1 from hub_backlogs o where o.hub_id = link.hub_id and o.day = (now() at time zone 'UTC')::date
        and o.files = ${report.files}::integer and o.bytes = ${report.bytes}::bigint)
      on conflict (hub_id, day) do update set files = excluded.files, bytes = excluded.bytes
    ), seen as (
      update hubs h set last_seen_at = now(), version = ${version} from link where h.id = link.hub_id
        and (h.version is distinct from ${version} or h.last_seen_at is null or h.last_seen_at < now() - interval '5 minutes')
    ) select (select value from sync_marks where key = 'head') as head from link`);
  const [row] = rows;
  return row && Number(row.head ?? 0);
}
