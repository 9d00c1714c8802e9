import { createHash, randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { HubReach } from '../rows/judge-hub.ts';

const { hubs, hubLinks } = tables;
const codePattern = /^Hub ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export interface AdmittedHub {
  readonly id: number;
  readonly uid: string;
  readonly number: number;
  readonly name: string;
  readonly node: string | null;
  readonly reach: HubReach;
}

/** The hub whose code a request bears, unless an administrator paused its exchanges. What it serves is read each time: a client that it serves no more is not told. */
export async function admitHub(db: Queryable, authorization: unknown): Promise<AdmittedHub | Refusal> {
  const [, uid, secret] = codePattern.exec(typeof authorization === 'string' ? authorization : '') ?? [];
  if (uid === undefined || secret === undefined) return refuse('sync.wrongCode');
  const { rows } = await db.execute(sql`select h.id, h.uid, h.number, h.name, h.allclients, h.cloud_enabled, l.node, (
      select coalesce(jsonb_agg(c.uid), '[]') from client_hubs s join clients c on c.id = s.client_id where s.hub_id = h.id) as served
    from hubs h join hub_links l on l.hub_id = h.id where h.uid = ${uid} and l.secret_hash = ${hashOf(secret)}`);
  const [row] = rows;
  if (row === undefined) return refuse('sync.wrongCode');
  if (row.cloud_enabled !== true) return refuse('sync.paused');
  const served = Array.isArray(row.served) ? row.served.map(String) : [];
  const reach = { allClients: row.allclients === true, clientUids: new Set(served) };
  const { id, number, name, node } = row;
  return {
    ...{ id: Number(id), uid, number: Number(number), name: String(name) },
    ...{ node: node === null ? null : String(node), reach },
  };
}

export const whyNotAdmitted =
  (db: Queryable) =>
  async (authorization: string): Promise<Refusal | undefined> => {
    const hub = await admitHub(db, authorization);
    return isRefusal(hub) ? hub : undefined;
  };

/** Changes with what a hub serves, so that it reads anew what it was not told before. */
export const reachMark = ({ allClients, clientUids }: HubReach): string =>
  hashOf(JSON.stringify([allClients, [...clientUids].sort()])).slice(0, 16);

/** A new code for a hub; the one before ends. Nobody can show it a second time: its hash is kept. */
export async function makeHubCode(db: Db, hubId: number): Promise<string | Refusal> {
  const [hub] = await db
    .update(hubs)
    .set({ cloudEnabled: true })
    .where(eq(hubs.id, hubId))
    .returning({ uid: hubs.uid });
  if (hub === undefined) return refuse('entity.notFound');
  const secret = randomBytes(32).toString('base64url');
  const values = { secretHash: hashOf(secret), madeAt: sql`now()`, node: null };
  await db
    .insert(hubLinks)
    .values({ hubId, ...values })
    .onConflictDoUpdate({ target: hubLinks.hubId, set: values });
  return `${hub.uid}.${secret}`;
}

export async function revokeHubCode(db: Db, hubId: number): Promise<Refusal | undefined> {
  const gone = await db.delete(hubLinks).where(eq(hubLinks.hubId, hubId)).returning({ id: hubLinks.hubId });
  return gone.length === 0 ? refuse('entity.notFound') : undefined;
}
