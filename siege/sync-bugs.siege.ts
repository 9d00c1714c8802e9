import { collectLosses, type Siege } from './siege.ts';
import { plantedBugs } from './simulated-sync/planted-bugs.ts';
import { playSeeds, type SeedReport } from './simulated-sync/play-seeds.ts';

/** Runs in which a planted bug must be found. */
const mostRuns = 3000;

/** Mistakes planted in the code of the exchange, one after the other: the simulation has to find each. */
export const siege: Siege = {
  name: 'sync-bugs',
  async run({ seed, share, tell }) {
    const lost = collectLosses(tell);
    const did: Record<string, number> = {};
    const to = seed + Math.ceil(mostRuns * share);
    for (const { name } of plantedBugs) {
      const found = await seedThatFinds(name, seed, to);
      did[`runs until found: ${name}`] = (found ?? to) - seed + 1;
      tell(`${name}: ${found === undefined ? 'not found' : `found in run ${found - seed + 1}`}`);
      if (found === undefined) lost.add([`the simulation does not find that ${name}`]);
    }
    return { did, lost: lost.all, serverErrors: [], ended: 0 };
  },
};

/** The first seed that fails with the mistake, and not without it. */
async function seedThatFinds(bug: string, from: number, to: number): Promise<number | undefined> {
  while (from < to) {
    const seed = await firstFailing(bug, from, to);
    if (seed === undefined || (await firstFailing(null, seed, seed + 1)) === undefined) return seed;
    from = seed + 1;
  }
  return undefined;
}

async function firstFailing(bug: string | null, from: number, to: number): Promise<number | undefined> {
  const failed: SeedReport[] = [];
  await playSeeds({ from, count: to - from, bug }, (report) => {
    if (report.failures.length > 0) failed.push(report);
  });
  return failed[0]?.seed;
}
