import './refuse-old-node.mjs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { ownNode, projectRoot } from './project-paths.mjs';
import { runInPlace, runMain } from './run-program.mjs';

await runMain(async () => {
  await installPackages();
  const program = join(projectRoot, 'apps', 'analyse', 'src', 'main.ts');
  return runInPlace(ownNode, [program, ...process.argv.slice(2)], {});
});
