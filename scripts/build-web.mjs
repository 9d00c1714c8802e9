import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { ownNode, projectRoot } from './project-paths.mjs';
import { runQuietly, SetUpProblem } from './run-program.mjs';

const web = join(projectRoot, 'apps', 'web');
const stamp = join(web, 'dist', '.sources');
// What ends up in the web app, or decides how.
const sources = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/public',
  'apps/web/src',
  'packages/client',
  'packages/contract',
  'packages/device-protocol',
  'packages/domain',
  'packages/formats',
  'packages/signal',
];
const noSource = new Set(['node_modules', 'dist', '.tsbuild']);

/** Builds the web app into apps/web/dist, only when something that it is made of changed since. */
export async function buildWeb() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('· Building the web app (needed once, and after an update)');
  const packageFile = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  const vite = join(dirname(packageFile), 'bin', 'vite.js');
  const env = { NODE_ENV: 'production' };
  const { code, output, seconds } = await runQuietly(ownNode, [vite, 'build'], { what: 'building', cwd: web, env });
  if (code !== 0) {
    console.error(output);
    throw new SetUpProblem(`the web app cannot be built (see above, code ${code}).`);
  }
  writeFileSync(stamp, wanted);
  console.log(`· Web app built (${seconds} s)`);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesOf(join(projectRoot, source))) {
      const content = readFileSync(path);
      hash.update(`${relative(projectRoot, path).split(sep).join('/')} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  const found = [];
  const visit = (entry, parent) => {
    if (noSource.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return;
    const full = join(parent, entry.name);
    if (entry.isDirectory()) for (const child of entriesOf(full)) visit(child, full);
    else found.push(full);
  };
  const name = path.slice(dirname(path).length + 1);
  const own = entriesOf(dirname(path)).find((entry) => entry.name === name);
  if (own) visit(own, dirname(path));
  return found;
}

function entriesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
