import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { freePort, type RunningProgram, runProgram } from '@sillage/testkit';
import { type CuttingProxy, cutConnections } from './cut-connections.ts';

export type Side = 'hub' | 'cloud';

/** A hub and a cloud, each a program of its own, and the link between them. */
export interface TestPair {
  readonly link: CuttingProxy;
  program(side: Side): RunningProgram;
  dataRoot(side: Side): string;
  /** As a power cut; it is started again at once. */
  killAndStart(side: Side): Promise<void>;
  /** Client of the club that both know, by its name. */
  clubOn(side: Side): Promise<number>;
  close(): Promise<void>;
}

export const club = 'club-nautique';

export async function openTestPair(draw: () => number, mostBytes: number): Promise<TestPair> {
  const link = await cutConnections(draw, mostBytes);
  const root = await mkdtemp(join(tmpdir(), 'sillage-sync-'));
  const ports = { hub: await freePort(), cloud: await freePort() };
  const start = (side: Side) =>
    runProgram({ dataRoot: join(root, side), role: side, mqttPort: ports[side], simulator: false, demo: false });
  for (const side of ['hub', 'cloud']) {
    await mkdir(join(root, side), { mode: 0o700 });
    await copyTestCluster(join(root, side, 'postgres'));
  }
  const running = { cloud: await start('cloud'), hub: await start('hub') };
  link.leadTo(Number(new URL(running.cloud.url).port));
  return {
    link,
    program: (side) => running[side],
    dataRoot: (side) => join(root, side),
    async killAndStart(side) {
      await running[side].kill();
      running[side] = await start(side);
      if (side === 'cloud') link.leadTo(Number(new URL(running.cloud.url).port));
    },
    async clubOn(side) {
      const { items } = await running[side].client.call(api.listClients, { body: {} });
      const found = items.find(({ name }) => name === club);
      if (found === undefined) throw new Error(`the ${side} does not know the club`);
      return found.id;
    },
    async close() {
      await Promise.all([running.hub.end(), running.cloud.end()]);
      await link.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Makes the club in the cloud, and links the hub to it as administrators do. */
export async function linkHub(pair: TestPair): Promise<void> {
  const [hub, cloud] = [pair.program('hub').client, pair.program('cloud').client];
  const made = await cloud.call(api.createClient, { body: { name: club, display_name: 'Club' } });
  const boathouse = { number: 7, name: 'Hangar', allclients: false, client_ids: [made.id] };
  const { id } = await cloud.call(api.createHub, { body: boathouse });
  const { code } = await cloud.call(api.createHubLink, { params: { id } });
  await hub.call(api.createCloudUrl, { body: { name: 'cloud', url: pair.link.url } });
  await hub.call(api.chooseCloud, { body: { url: pair.link.url } });
  await hub.call(api.setSyncLink, { body: { code } });
  await hub.call(api.setAutoSend, { params: { choice: 'on' } });
}
