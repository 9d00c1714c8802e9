import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killSomething } from './kill-processes.ts';
import { type Field, openField } from './open-field.ts';
import { openRestores, type Restores } from './restore-clubs.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';

/** A cycle is a record of six devices, killed about four times. */
const cycles = 48;

/** `kill -9` of the server, its database, or both, while six devices record, and while records end, decode, come back. */
export const siege: Siege = {
  name: 'kill',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-kill-'));
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
  const restores = await openRestores(field);
  const did: Record<string, number> = {};
  const lost = collectLosses(tell);
  const count = (what: string) => {
    did[what] = (did[what] ?? 0) + 1;
  };
  const kill = async (during: string) => {
    const victim = await killSomething(field, chance);
    count('kills');
    count(`… of ${victim === 'both' ? 'the database and the server' : `the ${victim}`}`);
    count(`… while ${during}`);
  };
  const all = Math.max(1, Math.round(cycles * share));
  for (let cycle = 0; cycle < all; cycle++) {
    lost.add(await killDuringRecord(field, chance, kill));
    if (cycle % 3 === 0) lost.add(await killDuringRestore(field, restores, chance, kill));
    tell(`cycle ${cycle + 1} of ${all}: ${did.kills} kills, ${lost.all.length} lost`);
  }
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended };
}

type Kill = (during: string) => Promise<void>;

async function killDuringRecord(field: Field, chance: Chance, kill: Kill): Promise<string[]> {
  await field.startRecords();
  for (let left = chance.whole(1, 3); left > 0; left--) {
    await delay(chance.whole(0, 1500));
    await kill('recording');
  }
  await delay(500);
  const asked = field.ask('cmd_stop');
  await delay(chance.whole(0, 800));
  await kill('finishing');
  await asked;
  await field.stopRecords();
  await delay(chance.whole(0, 400));
  await kill('decoding');
  return field.compareRecords();
}

async function killDuringRestore(field: Field, restores: Restores, chance: Chance, kill: Kill): Promise<string[]> {
  const ends = await restores.begin();
  await delay(chance.whole(0, 600));
  await kill('restoring');
  await field.start();
  return ends();
}
