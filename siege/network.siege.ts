import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@sillage/client';
import { api } from '@sillage/contract';
import { addPerson, signIn } from '@sillage/testkit';
import { holdConnections, sendBrokenPackets, sendNonsense } from './attack-broker.ts';
import { type Operation, readOperations } from './http-requests.ts';
import { type Field, openField } from './open-field.ts';
import { seededChance } from './seeded-random.ts';
import { sendRequests } from './send-requests.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';
import { watchProgram } from './watch-program.ts';

const rounds = 20;
/** A round. */
const brokenPackets = 5000;
const nonsensePackets = 46_000;
const heldConnections = 60;
const requests = 5000;

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
  const web = await openWeb(field);
  const did = {
    'generated HTTP and upgrade requests': 0,
    'malformed packets that end a connection': 0,
    'malformed blocks, metas, statuses and answers': 0,
    'connections held': 0,
  };
  const lost = collectLosses(tell);
  const watch = watchProgram(field);
  const all = Math.max(1, Math.round(rounds * share));
  for (let round = 0; round < all; round++) {
    await field.startRecords();
    const releaseMqtt = await holdConnections(target, field.mqttPort, heldConnections);
    const releaseHttp = await holdConnections(target, Number(new URL(field.program.url).port), heldConnections);
    did['connections held'] += 2 * heldConnections;
    const [broken, nonsense, asked] = await Promise.all([
      sendBrokenPackets(target, { name: 'device-10200042', secret: 'a guess' }, brokenPackets),
      sendNonsense(target, rogue, nonsensePackets),
      sendRequests({ ...web, chance }, requests),
    ]);
    did['malformed packets that end a connection'] += broken;
    did['malformed blocks, metas, statuses and answers'] += nonsense;
    did['generated HTTP and upgrade requests'] += asked.sent;
    lost.add(asked.wrong);
    releaseMqtt();
    releaseHttp();
    await field.stopRecords();
    lost.add(await field.compareRecords());
    tell(`round ${round + 1} of ${all}: ${lost.all.length} lost`);
  }
  const measured = await watch.stop();
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended, measured };
}

/** What requests are made of: every operation of the document, by nobody, by readers, and by a manager of another club. */
async function openWeb({ program: { client, url } }: Field) {
  const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json();
  const [first, ...others] = readOperations(document);
  if (first === undefined) throw new Error('the document has no operations');
  const operations: [Operation, ...Operation[]] = [first, ...others];
  const guests = await client.call(api.createClient, { body: { name: 'Siege guests' } });
  const manager = { mail: 'manager@siege.test' };
  await addPerson(client, { ...manager, role: 'Manager', client_id: guests.id });
  const guest = await signIn(url, manager);
  const keyOf = async (of: ApiClient, access: 'read' | 'write') =>
    (await of.call(api.createApiKey, { body: { name: 'siege', access } })).key;
  const keys = [await keyOf(client, 'read'), await keyOf(guest, 'write'), 'nonsense'];
  return { port: Number(new URL(url).port), operations, credentials: keys.map((key) => `ApiKey ${key}`) };
}
