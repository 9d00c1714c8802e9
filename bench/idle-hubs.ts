import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SyncPulled, SyncWelcome } from '@sillage/contract';
import type { z } from 'zod';
import type { Figure } from './figure.ts';
import { makeHub, startProgram } from './sync-pair.ts';
import { processorSecondsOfAll } from './watch-process.ts';

const hubs = 1000;
/** s between two exchanges of a hub at which nothing happened for an hour, here or in the cloud. */
const everySeconds = 300;
const measuredSeconds = 60;
const restSeconds = 20;

interface Simulated {
  readonly node: string;
  readonly code: string;
  progress?: { readonly epoch: string; readonly reach: string; readonly received: number };
  answered: string | null;
}

/** What the cloud takes for hubs that have nothing to say, by the protocol that they speak: its own program and its database. */
export async function measureIdleHubs(root: string): Promise<Figure[]> {
  const cloud = await startProgram(root, 'cloud');
  try {
    await makeHub(cloud);
    const all = await linkMany(cloud.database.db);
    for (const one of all) await exchange(cloud.url, one);
    const took = () => [cloud.pid, cloud.databasePid].map(processorSecondsOfAll);
    const alone = await shares(took, () => sleep(restSeconds * 1000));
    let exchanges = 0;
    const ending = performance.now() + measuredSeconds * 1000;
    const busy = await shares(took, () =>
      Promise.all(
        all.map(async (one, at) => {
          await sleep((everySeconds * 1000 * at) / hubs);
          if (performance.now() >= ending) return;
          await exchange(cloud.url, one);
          exchanges += 1;
        }),
      ).then(() => sleep(Math.max(0, ending - performance.now()))),
    );
    const [program = 0, database = 0] = busy.map((share, at) => share - (alone[at] ?? 0));
    const note = `each every ${everySeconds} s, ${exchanges} exchanges in ${measuredSeconds} s: program ${program.toFixed(1)} %, PostgreSQL ${database.toFixed(1)} %, beyond what they take without hubs`;
    return [
      { name: `idle: ${hubs} hubs`, measured: program + database, goal: { atMost: 5 }, unit: '% of a core', note },
    ];
  } finally {
    await cloud.stop();
  }
}

/** % of a core that each takes while something goes on. */
async function shares(took: () => readonly number[], work: () => Promise<unknown>): Promise<readonly number[]> {
  const [before, started] = [took(), performance.now()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  return took().map((one, at) => (100 * (one - (before[at] ?? 0))) / seconds);
}

async function linkMany(db: Awaited<ReturnType<typeof startProgram>>['database']['db']): Promise<Simulated[]> {
  const made = Array.from({ length: hubs }, (_, n) => {
    const secret = randomBytes(32).toString('base64url');
    return { number: 1000 + n, uid: randomUUID(), secret, hash: createHash('sha256').update(secret).digest('hex') };
  });
  await db.execute(`with given as (select * from jsonb_to_recordset('${JSON.stringify(made)}'::jsonb) as r(number integer, uid uuid, hash text)),
    made as (insert into hubs (uid, number, name, allclients, cloud_enabled)
      select uid, number, 'hub ' || number, true, true from given returning id, uid)
    insert into hub_links (hub_id, secret_hash) select made.id, hash from made join given using (uid)`);
  return made.map(({ uid, secret }) => ({ node: randomUUID(), code: `${uid}.${secret}`, answered: null }));
}

/** As a hub does that has nothing to tell. */
async function exchange(url: string, one: Simulated): Promise<void> {
  const report = { rows: 0, files: 0, bytes: 0, free_bytes: 50e9, offset_ms: 3 };
  const { node, progress } = one;
  const hello = { node, version: '7.0.0', report, since: progress, call: { id: randomUUID(), after: one.answered } };
  // It looks whether its cloud is there as often.
  await (await fetch(`${url}/api/backend_info`)).arrayBuffer();
  const { epoch, reach, news, call } = await ask(`${url}/api/dbsync/hub/hello`, one, hello, SyncWelcome);
  one.answered = call?.token ?? null;
  const isSame = progress?.epoch === epoch && progress.reach === reach;
  let received: number = isSame ? progress.received : 0;
  for (let more = news; more; ) {
    const pulled = await ask(`${url}/api/dbsync/hub/pull`, one, { since: received, epoch }, SyncPulled);
    received = pulled.next;
    more = pulled.more;
  }
  one.progress = { epoch, reach, received };
}

async function ask<T>(url: string, { code }: Simulated, body: unknown, reply: z.ZodType<T>): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Hub ${code}` };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return reply.parse(await answer.json());
}
