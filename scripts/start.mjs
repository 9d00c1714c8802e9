import './refuse-old-node.mjs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { installPackages } from './install-packages.mjs';
import { ownNode, projectRoot } from './project-paths.mjs';
import { endSetUpWhenAsked, endWithParent, runMain, runUntilEnded } from './run-program.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';

// Started by hand it may well outlive the shell; started by npm it belongs to it.
if (process.env.npm_lifecycle_event === 'start') endWithParent();
// A terminal that was closed, a pipe that nobody reads any more: no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const leaveSignals = endSetUpWhenAsked();

await runMain(async () => {
  await installPackages();
  const asksForHelp = process.argv.some((argument) => argument === '--help' || argument === '-h');
  if (!asksForHelp) {
    await buildWeb();
    console.log('· Starting the server');
  }
  const program = join(projectRoot, 'apps', 'server', 'src', 'main.ts');
  leaveSignals();
  return runUntilEnded(ownNode, [...serverFlags, program, ...process.argv.slice(2)], serverEnvironment);
});
