import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { plantedBugs } from './planted-bugs.ts';

const { from, to, bug } = z.object({ from: z.int(), to: z.int(), bug: z.string().nullable() }).parse(workerData);
const planted = plantedBugs.find(({ name }) => name === bug);
if (planted) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/server/src/sync/${planted.file}`)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(planted.from)) throw new Error(`${planted.file} has no ${planted.from}`);
      return { ...loaded, source: source.replace(planted.from, () => planted.to) };
    },
  });
}
const { playRun } = await import('./play-run.ts');
for (let seed = from; seed < to; seed++) {
  const { faults, failures } = await playRun(seed);
  parentPort?.postMessage({ seed, faults, failures });
  if (planted && failures.length > 0) break;
}
