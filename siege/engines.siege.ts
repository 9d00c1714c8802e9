import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, runProgram } from '@sillage/testkit';
import { type Engine, type Mosquitto, startMosquitto, startPostgres } from './debian-engines.ts';
import { type Field, openField } from './open-field.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';

const cycles = 24;

/** Debian's PostgreSQL and Mosquitto are killed, frozen and refuse, and a second server comes, while six devices record. */
export const siege: Siege = {
  name: 'engines',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-engines-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    const [postgres, mosquitto] = await Promise.all([startPostgres(), startMosquitto()]);
    try {
      const environment = { SILLAGE_DATABASE_URL: postgres.url, SILLAGE_BROKER_URL: mosquitto.url };
      const broker = { devicesUrl: mosquitto.devicesUrl, allow: mosquitto.allow };
      const field = await openField({ dataRoot, devicesFolder, environment, broker });
      try {
        return await besiege(field, { postgres, mosquitto, environment }, options);
      } finally {
        await field.close();
      }
    } finally {
      await Promise.all([postgres.close(), mosquitto.close()]);
      await rm(dataRoot, { recursive: true, force: true });
    }
  },
};

interface Engines {
  readonly postgres: Engine;
  readonly mosquitto: Mosquitto;
  readonly environment: Readonly<Record<string, string>>;
}

/** What happens to engines; each ends with both of them well. */
type Trouble = (field: Field, engines: Engines, chance: Chance) => Promise<string | undefined>;

const killed = (name: 'postgres' | 'mosquitto'): Trouble => {
  return async (_, engines, chance) => {
    await engines[name].kill();
    await delay(chance.whole(200, 15_000));
    await engines[name].start();
    return undefined;
  };
};

const frozen = (name: 'postgres' | 'mosquitto'): Trouble => {
  return async (_, engines, chance) => {
    engines[name].freeze();
    await delay(chance.whole(1000, 20_000));
    engines[name].thaw();
    return undefined;
  };
};

const troubles: Readonly<Record<string, Trouble>> = {
  'kills of PostgreSQL': killed('postgres'),
  'kills of Mosquitto': killed('mosquitto'),
  'freezes of PostgreSQL': frozen('postgres'),
  'freezes of Mosquitto': frozen('mosquitto'),
  'kills of the server': async (field) => {
    await field.killAndStart();
    return undefined;
  },
  'second servers on the same engines': async (_, { environment }) => startSecondServer(environment),
};

async function besiege(field: Field, engines: Engines, options: SiegeOptions): Promise<SiegeReport> {
  const { seed, share, tell } = options;
  const chance = seededChance(seed);
  const did: Record<string, number> = {};
  const lost = collectLosses(tell);
  const names = Object.keys(troubles);
  const all = Math.max(names.length, Math.round(cycles * share));
  for (let cycle = 0; cycle < all; cycle++) {
    const name = names[cycle % names.length] ?? '';
    await field.startRecords();
    await delay(chance.whole(500, 2000));
    const complaint = await troubles[name]?.(field, engines, chance);
    if (complaint !== undefined) lost.add([complaint]);
    did[name] = (did[name] ?? 0) + 1;
    await delay(1000);
    await field.stopRecords();
    lost.add(await field.compareRecords());
    tell(`cycle ${cycle + 1} of ${all} (${name}): ${lost.all.length} lost`);
  }
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended };
}

/** A server with a folder of its own must end by itself: two would each keep half of every record. */
async function startSecondServer(environment: Readonly<Record<string, string>>): Promise<string | undefined> {
  const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-second-'));
  try {
    const second = await runProgram({ dataRoot, mqttPort: await freePort(), simulator: false, environment });
    await second.end();
    return 'a second server started on the same engines';
  } catch {
    return undefined;
  } finally {
    await rm(dataRoot, { recursive: true, force: true });
  }
}
