import { isRefusal, type Refusal, SyncHello, SyncPull, SyncPush } from '@sillage/contract';
import {
  type HubReach,
  heedGreeting,
  pullRows,
  reachMark,
  readTold,
  SyncStopped,
  takeRows,
} from '@sillage/server/sync/testing';
import type { SimulatedServer } from './simulated-server.ts';

export interface KnownHub {
  readonly uid: string;
  readonly reach: HubReach;
  readonly randomUuid: () => string;
}

/** What the cloud answers a hub. @throws SyncStopped as the hub would hear of a refusal */
export async function answerHub(cloud: SimulatedServer, hub: KnownHub, path: string, body: unknown): Promise<unknown> {
  const nodeKey = `node of ${hub.uid}`;
  if (path === '/dbsync/hub/hello') {
    const hello = SyncHello.parse(body);
    const { node, call } = await cloud.inTurn(async (store) => {
      const heard = await heedGreeting(store, hub, hello.call, hub.randomUuid);
      if (heard.call?.apart !== true) await store.writeMark(nodeKey, hello.node);
      return heard;
    });
    return { node, epoch: 'cloud', version: hello.version, now_ms: cloud.nowMs(), reach: reachMark(hub.reach), call };
  }
  const looker = {
    node: String(cloud.disk.marks.get('node')),
    nowMs: cloud.nowMs(),
    offsetMs: 0,
    randomUuid: hub.randomUuid,
  };
  const told = cloud.disk.marks.get(nodeKey);
  const known = { ...hub, node: typeof told === 'string' ? told : null };
  if (path === '/dbsync/hub/pull') {
    const asked = SyncPull.parse(body);
    const { pulled, told } = await cloud.inTurn(async (store) => ({
      pulled: orStop(await pullRows(store, known, asked, looker)),
      told: await readTold(store),
    }));
    if (pulled.rows.length > 0) cloud.told = told;
    return pulled;
  }
  if (path === '/dbsync/hub/push') {
    const given = SyncPush.parse(body);
    return orStop(await cloud.inTurn((store) => takeRows(store, known, given, looker)));
  }
  throw new Error(`nobody asks for ${path}`);
}

function orStop<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new SyncStopped(answer);
  return answer;
}
