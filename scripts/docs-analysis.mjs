import './refuse-old-node.mjs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { ownNode, projectRoot } from './project-paths.mjs';
import { runInPlace, runMain } from './run-program.mjs';

/** Makes docs/analysis from the analyses themselves. */
await runMain(async () => {
  await installPackages();
  const folder = join(projectRoot, 'apps', 'analyse', 'src', 'pages');
  for (const program of ['write-codes.ts', 'write-pages.ts']) {
    const code = await runInPlace(ownNode, [join(folder, program)], {});
    if (code !== 0) return code;
  }
  return 0;
});
