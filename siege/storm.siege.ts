import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@sillage/contract';
import { sendBrokenPackets, sendNonsense } from './attack-broker.ts';
import { fakeHostClock, type HostClock } from './fake-host-clock.ts';
import { killSomething } from './kill-processes.ts';
import { type Field, openField } from './open-field.ts';
import { openRestores } from './restore-clubs.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';
import { watchProgram } from './watch-program.ts';

const minutes = 60;
/** s between two blows; a record takes several. */
const pauseSeconds = { least: 1, most: 8 };
/** A day beside the water: a lossy wireless network whose devices drop out three times a minute. */
const badNetwork = { loss: 0.05, jitterMs: 200, dropEverySeconds: 20, clockDriftPpm: 30 };

/** An hour of the main job in bad weather: every sample of every record must equal its source. */
export const siege: Siege = {
  name: 'storm',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-storm-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    try {
      const clock = await fakeHostClock(devicesFolder);
      const faults = { ...badNetwork, seed: options.seed };
      const field = await openField({ dataRoot, devicesFolder, faults, environment: clock.environment });
      try {
        return await besiege(field, clock, options);
      } finally {
        await field.close();
      }
    } finally {
      await rm(dataRoot, { recursive: true, force: true });
    }
  },
};

/** What a storm can do; answers its name for the report. */
type Blow = (chance: Chance) => Promise<string>;

async function besiege(field: Field, clock: HostClock, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  const endMs = performance.now() + minutes * share * 60_000;
  const did: Record<string, number> = { 'records of six devices': 0 };
  const lost = collectLosses(tell);
  const blows = await openBlows(field, clock);
  const watch = watchProgram(field);
  while (performance.now() < endMs) {
    await field.startRecords();
    for (let left = chance.whole(1, 6); left > 0; left--) {
      await delay(1000 * chance.whole(pauseSeconds.least, pauseSeconds.most));
      const name = await chance.pick(blows)(chance);
      did[name] = (did[name] ?? 0) + 1;
      await field.start();
    }
    await field.stopRecords();
    did['records of six devices'] = (did['records of six devices'] ?? 0) + 1;
    lost.add(await field.compareRecords());
    tell(`${did['records of six devices']} × six records, ${lost.all.length} lost, ${field.ended} ended`);
  }
  const measured = await watch.stop();
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended, measured };
}

async function openBlows(field: Field, clock: HostClock): Promise<readonly [Blow, ...Blow[]]> {
  const { number, secret } = await field.program.client.call(api.createDevice, {
    body: { type: 'maxi', serial: 6666, client_id: field.program.user.client_id },
  });
  const rogue = { number, name: `device-${number}`, secret };
  const restores = await openRestores(field);
  const target = (chance: Chance) => ({ mqttPort: field.mqttPort, chance });
  return [
    async (chance) => `kills of ${await killSomething(field, chance)}`,
    async (chance) => {
      process.kill(field.program.pid, 'SIGSTOP');
      await delay(chance.whole(500, 8000));
      process.kill(field.program.pid, 'SIGCONT');
      return 'stalls of the program';
    },
    async (chance) => {
      await clock.step(chance.pick([1, -1, 60, -60, 3600, -3600, 86_400, -86_400]));
      return 'steps of the clock';
    },
    async (chance) => {
      await sendBrokenPackets(target(chance), { name: 'device-10200042', secret: 'a guess' }, 500);
      return 'bursts of malformed packets';
    },
    async (chance) => {
      await sendNonsense(target(chance), rogue, 5000);
      return 'bursts of malformed blocks';
    },
    async () => {
      for (const device of Object.values(field.fleet.devices)) device.drop();
      return 'cuts of all devices';
    },
    async () => {
      const differences = await (await restores.begin())();
      if (differences.length > 0) throw new Error(differences.join(', '));
      return 'restores of a club';
    },
  ];
}
