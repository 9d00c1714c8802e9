import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isHeld, type Siege, verdictOf } from './siege.ts';

const usage = 'npm run siege -- NAME [--seed 1] [--share 1] [--runs N]';
const here = new URL('.', import.meta.url);

async function loadSieges(): Promise<Siege[]> {
  const files = (await readdir(here)).filter((file) => file.endsWith('.siege.ts')).sort();
  const modules: { siege: Siege }[] = await Promise.all(files.map((file) => import(new URL(file, here).href)));
  return modules.map((module) => module.siege);
}

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '1' },
    runs: { type: 'string' },
  },
  allowPositionals: true,
});
const seed = Number(values.seed);
const share = Number(values.share);
const runs = values.runs === undefined ? undefined : Number(values.runs);
const areRunsWhole = runs === undefined || (Number.isSafeInteger(runs) && runs > 0);
const sieges = await loadSieges();
const siege = sieges.find(({ name }) => name === positionals[0]);
if (siege === undefined || !Number.isSafeInteger(seed) || !(share > 0 && share <= 1) || !areRunsWhole) {
  console.error(`${usage}\nNAME is one of ${sieges.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const tell = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
const report = await siege.run({ seed, share, tell, ...(runs === undefined ? {} : { runs }) });
for (const [what, times] of Object.entries(report.did)) console.log(`${String(times).padStart(9)}  ${what}`);
for (const [what, figure] of Object.entries(report.measured ?? {})) console.log(`${what}: ${figure}`);
for (const sentence of new Set(report.serverErrors)) console.log(`500   ${sentence}`);
console.log(`${siege.name}, seed ${seed}, share ${share}: ${verdictOf(report)}`);
process.exit(isHeld(report) ? 0 : 1);
