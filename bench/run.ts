import { readdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, type Figure, meets } from './figure.ts';

const here = new URL('.', import.meta.url);

async function loadBenches(): Promise<Bench[]> {
  const files = (await readdir(here)).filter((file) => file.endsWith('.bench.ts')).sort();
  const modules: { bench: Bench }[] = await Promise.all(files.map((file) => import(new URL(file, here).href)));
  return modules.map((module) => module.bench);
}

function line(figure: Figure): string {
  const goal = 'atMost' in figure.goal ? `≤ ${figure.goal.atMost}` : `≥ ${figure.goal.atLeast}`;
  const measured = Number(figure.measured.toPrecision(4));
  return `${meets(figure) ? 'ok  ' : 'MISS'}  ${figure.name}  ${measured} ${figure.unit}  ${goal} ${figure.unit}`;
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, bytes: { type: 'string' }, part: { type: 'string' } },
});
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0)) throw new Error('--minutes wants a number above 0');
const bytes = values.bytes === undefined ? undefined : Number(values.bytes);
if (bytes !== undefined && !(bytes > 0)) throw new Error('--bytes wants a number above 0');
const results: (Figure & { ok: boolean; load: number })[] = [];
for (const bench of await loadBenches()) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  const load = loadavg()[0] ?? 0;
  for await (const figure of await bench.run({ minutes, bytes, part: values.part })) {
    console.log(line(figure));
    if (figure.note !== undefined) console.log(`      ${figure.note}`);
    results.push({ ...figure, ok: meets(figure), load });
  }
}
if (results.length === 0) throw new Error(`no bench named ${wanted.join(', ')}`);
await writeFile(new URL('results.json', here), `${JSON.stringify(results, null, 2)}\n`);
