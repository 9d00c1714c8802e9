import { simulateDay } from '@sillage/server/recording/ingest/testing';
import { seededChance } from './seeded-random.ts';
import type { Siege } from './siege.ts';

const allHours = 24;
const devices = 6;

/** A day of a hub, run through in minutes: what devices record while they come and go and clocks are set is here once. */
export const siege: Siege = {
  name: 'day',
  async run({ seed, share, tell }) {
    const startedMs = performance.now();
    const { did, lost } = await simulateDay({ chance: seededChance(seed), hours: allHours * share, devices, tell });
    for (const sentence of lost) tell(`LOST  ${sentence}`);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    return {
      did,
      lost,
      serverErrors: [],
      ended: 0,
      measured: { 'hours simulated': `${allHours * share} in ${seconds} s` },
    };
  },
};
