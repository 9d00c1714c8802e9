import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@sillage/contract';
import { administrator } from '@sillage/testkit';
import { fakeHostClock, type HostClock } from './fake-host-clock.ts';
import { type Field, openField } from './open-field.ts';
import { openRestores, type Restores } from './restore-clubs.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';

/** A cycle is a record of six devices during about twelve steps of the clock. */
const cycles = 42;
const stepsACycle = 12;
const second = 1;
const hour = 3600;
const day = 24 * hour;
/** s; from a corrected drift to a clock without a battery. */
const steps = [second, 10, 60, hour, day, 40 * day, 365 * day] as const;
/** s; a record's date is the device's, on the host's clock. */
const dateWithin = 5;

/** The host's clock is set forward and back by 1 s to 1 year, and the program stands still, while six devices record. */
export const siege: Siege = {
  name: 'clock',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-clock-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    try {
      const clock = await fakeHostClock(devicesFolder);
      const field = await openField({ dataRoot, devicesFolder, environment: clock.environment });
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

async function besiege(field: Field, clock: HostClock, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  const did = { 'steps of the clock': 0, 'stalls of the program': 0, 'restores across a step': 0 };
  const lost = collectLosses(tell);
  const restores = await openRestores(field);
  const all = Math.max(1, Math.round(cycles * share));
  for (let cycle = 0; cycle < all; cycle++) {
    await field.startRecords();
    const startedAt = Date.now() / 1000 + clock.offsetSeconds;
    for (let step = 0; step < stepsACycle; step++) {
      await clock.step(chooseStep(clock, chance));
      did['steps of the clock']++;
      await delay(chance.whole(200, 900));
      if (chance.next() < 0.15) {
        await stall(field, chance.next() < 0.05 ? 60 : chance.whole(1, 4));
        did['stalls of the program']++;
      }
      lost.add(await wrongDevices(field));
    }
    if (cycle % 4 === 0) {
      lost.add(await restoreAcross(clock, restores, chance));
      did['restores across a step']++;
    }
    await field.stopRecords();
    lost.add(await field.compareRecords());
    lost.add(await wrongDates(field, startedAt));
    tell(`cycle ${cycle + 1} of ${all}: ${did['steps of the clock']} steps, ${lost.all.length} lost`);
  }
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended };
}

/** Never further than two years from now: certificates and calendars end somewhere. */
function chooseStep(clock: HostClock, chance: Chance): number {
  const size = chance.pick(steps);
  const forward = Math.abs(clock.offsetSeconds) > 600 * day ? clock.offsetSeconds < 0 : chance.next() < 0.5;
  return forward ? size : -size;
}

/** s; after a stall longer than their patience devices have hung up, and call again within 8 s. */
const [patience, backWithin] = [5, 12];

async function stall(field: Field, seconds: number): Promise<void> {
  process.kill(field.program.pid, 'SIGSTOP');
  await delay(seconds * 1000);
  process.kill(field.program.pid, 'SIGCONT');
  await delay(seconds > patience ? backWithin * 1000 : 1500);
}

/** Devices never leave: whoever is shown away was judged by the wrong clock. A session that died is told, too. */
async function wrongDevices(field: Field): Promise<string[]> {
  const asked = field.program.client.call(api.listRealtimeDevices, {
    params: { clientId: field.program.user.client_id },
  });
  const answer = await asked.catch((error: unknown) => `the session or the list failed after a step: ${error}`);
  if (typeof answer === 'string') {
    await field.program.client.call(api.login, { body: administrator });
    return [answer];
  }
  return answer
    .filter(({ is_connected }) => !is_connected)
    .map(({ number }) => `device ${number} is shown away after a step of the clock`);
}

async function restoreAcross(clock: HostClock, restores: Restores, chance: Chance): Promise<string[]> {
  const ends = await restores.begin();
  await clock.step(chooseStep(clock, chance));
  return ends();
}

/** A record's date is that of its start on the host's clock, or it says that it may be wrong. */
async function wrongDates(field: Field, startedAt: number): Promise<string[]> {
  return (await field.madeRecords())
    .filter(({ timestamp, wrong_time }) => !wrong_time && Math.abs(timestamp / 1000 - startedAt) > dateWithin)
    .map(({ id, timestamp }) => `record ${id} is dated ${Math.round(timestamp / 1000 - startedAt)} s off`);
}
