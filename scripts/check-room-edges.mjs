import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { projectRoot } from './project-paths.mjs';

// Far below what there is: a checker that cannot read TypeScript finds a handful of modules, no edges, and no fault.
const leastModules = 150;
const leastEdges = 400;
const roots = ['apps', 'packages', 'bench', 'siege'];
const noSource = new Set(['node_modules', 'dist', '.tsbuild', 'fixtures', '.data']);

process.chdir(projectRoot);
const options = await extractOptions(join(projectRoot, '.dependency-cruiser.mjs'));
const { output } = await cruise(roots, options);
const faults = [...output.summary.violations.map(sentenceOf), ...unreadFaults(output.modules)];
for (const fault of faults) console.error(`✘ ${fault}`);
console.log(`${output.modules.length} modules and ${edgesOf(output.modules)} edges read, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function sentenceOf({ rule, from, to, cycle = [] }) {
  const way = cycle.length > 0 ? cycle.map(({ name }) => name).join(' → ') : to;
  return `${rule.name}: ${from} → ${way}`;
}

function edgesOf(modules) {
  return modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
}

/** A check that reads nothing finds nothing: every source file must be among the modules, and they must have edges. */
function unreadFaults(modules) {
  const read = new Set(modules.map(({ source }) => source));
  const unread = roots.flatMap(sourcesIn).filter((path) => !read.has(path));
  const faults = unread.map((path) => `${path} was not read`);
  if (modules.length < leastModules)
    faults.push(`only ${modules.length} modules were read, not ${leastModules} or more`);
  if (edgesOf(modules) < leastEdges) faults.push(`only ${edgesOf(modules)} edges were read, not ${leastEdges} or more`);
  return faults;
}

function sourcesIn(folder) {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (noSource.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    const isSource = /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts');
    return isSource ? [relative('.', path).split(sep).join('/')] : [];
  });
}
