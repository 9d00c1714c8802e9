import './refuse-old-node.mjs';
import { join } from 'node:path';
import { ownNode, projectRoot } from './project-paths.mjs';
import { endWithParent, runMain, runUntilEnded } from './run-program.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';

// What is measured in this process runs as it does in the server's.
endWithParent();
await runMain(() =>
  runUntilEnded(
    ownNode,
    [...serverFlags, join(projectRoot, 'bench', 'run.ts'), ...process.argv.slice(2)],
    serverEnvironment,
  ),
);
