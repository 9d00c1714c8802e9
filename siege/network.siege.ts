import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { holdConnections, sendBrokenPackets, sendNonsense } from './attack-broker.ts';
import { type Field, openField } from './open-field.ts';
import { seededChance } from './seeded-random.ts';
import type { Siege, SiegeOptions, SiegeReport } from './siege.ts';
import { watchProgram } from './watch-program.ts';

const rounds = 20;
/** A round. */
const brokenPackets = 5000;
const nonsensePackets = 46_000;
const heldConnections = 60;

/** Strangers and a broken device send nonsense on every port while six devices record. */
export const siege: Siege = {
  name: 'network',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-network-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    try {
      const field = await openField({ dataRoot, devicesFolder });
      try {
        return await besiege(field, options);
      } finally {
        await field.close();
      }
    } finally {
      await rm(dataRoot, { recursive: true, force: true });
    }
  },
};

async function besiege(field: Field, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  const target = { mqttPort: field.mqttPort, chance };
  const { number, secret } = await field.program.client.call(api.createDevice, {
    body: { type: 'maxi', serial: 6666, client_id: field.program.user.client_id },
  });
  const rogue = { number, name: `device-${number}`, secret };
  const did = {
    'malformed packets that end a connection': 0,
    'malformed blocks, metas, statuses and answers': 0,
    'connections held': 0,
  };
  const lost: string[] = [];
  const watch = watchProgram(field);
  const all = Math.max(1, Math.round(rounds * share));
  for (let round = 0; round < all; round++) {
    await field.startRecords();
    const releaseMqtt = await holdConnections(target, field.mqttPort, heldConnections);
    const releaseHttp = await holdConnections(target, Number(new URL(field.program.url).port), heldConnections);
    did['connections held'] += 2 * heldConnections;
    const [broken, nonsense] = await Promise.all([
      sendBrokenPackets(target, { name: 'device-10200042', secret: 'a guess' }, brokenPackets),
      sendNonsense(target, rogue, nonsensePackets),
    ]);
    did['malformed packets that end a connection'] += broken;
    did['malformed blocks, metas, statuses and answers'] += nonsense;
    releaseMqtt();
    releaseHttp();
    await field.stopRecords();
    lost.push(...(await field.compareRecords()));
    tell(`round ${round + 1} of ${all}: ${lost.length} lost`);
  }
  const measured = await watch.stop();
  return { did, lost, serverErrors: await field.countServerErrors(), ended: field.ended, measured };
}
