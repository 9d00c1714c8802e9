import { collectLosses, type Siege } from './siege.ts';
import { plantedBugs } from './simulated-sync/planted-bugs.ts';
import { playSeeds } from './simulated-sync/play-seeds.ts';

/** Runs in which a planted bug must be found. */
const mostRuns = 3000;

/** Mistakes planted in the code of the exchange, one after the other: the simulation has to find each. */
export const siege: Siege = {
  name: 'sync-bugs',
  async run({ seed, share, tell }) {
    const lost = collectLosses(tell);
    const did: Record<string, number> = {};
    for (const { name } of plantedBugs) {
      let [runs, found] = [0, ''];
      await playSeeds({ from: seed, count: Math.ceil(mostRuns * share), bug: name }, ({ failures }) => {
        runs += 1;
        found ||= failures[0] ?? '';
      });
      did[`runs until found: ${name}`] = runs;
      tell(`${name}: ${found === '' ? 'not found' : `found in run ${runs}`}`);
      if (found === '') lost.add([`the simulation does not find that ${name}`]);
    }
    return { did, lost: lost.all, serverErrors: [], ended: 0 };
  },
};
