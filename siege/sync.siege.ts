import { collectLosses, type Siege } from './siege.ts';
import { playSeeds } from './simulated-sync/play-seeds.ts';

/** Of a full siege. */
const allRuns = 100_000;
const tellEvery = 1000;

/**
 * The exchange of hubs and a cloud, played in memory with the product's own code: messages that are lost, doubled and late, kills
 * between any two writes, full disks, clocks a year wrong, old backups, versions. A failure is played again by its seed:
 * `--runs 1 --seed S`.
 */
export const siege: Siege = {
  name: 'sync',
  async run({ seed, share, runs = Math.ceil(allRuns * share), tell }) {
    const did: Record<string, number> = {};
    const lost = collectLosses(tell);
    let played = 0;
    await playSeeds({ from: seed, count: runs, bug: null }, ({ seed: of, faults, failures }) => {
      for (const [name, times] of Object.entries(faults)) did[name] = (did[name] ?? 0) + times;
      lost.add(failures.map((failure) => `seed ${of}: ${failure}`));
      played += 1;
      if (played % tellEvery === 0) tell(`${played} of ${runs} runs, ${lost.all.length} failures`);
    });
    const faults = Object.values(did).reduce((sum, times) => sum + times, 0);
    return {
      did: { runs: played, ...did },
      lost: lost.all,
      serverErrors: [],
      ended: 0,
      measured: { 'faults in all': String(faults) },
    };
  },
};
