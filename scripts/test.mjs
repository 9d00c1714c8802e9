import './refuse-old-node.mjs';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { chooseScratch } from './choose-scratch.mjs';
import { findChromium } from './find-chromium.mjs';
import { installPackages } from './install-packages.mjs';
import { ownNode, projectRoot } from './project-paths.mjs';
import { runInPlace, runMain } from './run-program.mjs';
import { serverEnvironment } from './server-process.mjs';

await runMain(async () => {
  await installPackages();
  const chromium = needsBrowser(process.argv.slice(2)) ? await findChromium() : undefined;
  if (chromium !== undefined) await buildWeb();
  const scratch = mkdtempSync(join(chooseScratch(), 'sillage-tests-'));
  // Databases of tests run as another user when the tests run as root: it passes through.
  chmodSync(scratch, 0o711);
  try {
    return await runTests(chromium, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** Only the tests of the whole server open the built web app in a Chromium; one room is tested without them. */
function needsBrowser(args) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  return paths.length === 0 || !paths.every((path) => /^(packages|apps\/(web|simulator))(\/|$)/.test(path));
}

/** The last line printed is `N passed, N failed`, for machines. */
async function runTests(chromium, scratch) {
  const reportFile = join(scratch, 'report.json');
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { NODE_COMPILE_CACHE, NODE_OPTIONS } = serverEnvironment;
  const env = {
    NODE_ENV: 'test',
    TMPDIR: scratch,
    NODE_COMPILE_CACHE,
    NODE_OPTIONS,
    ...(chromium && { SILLAGE_CHROMIUM: chromium }),
  };
  const code = await runInPlace(ownNode, [vitest, 'run', ...reporters, ...process.argv.slice(2)], env);
  const { passed, failed } = readReport(reportFile);
  // A file that cannot be loaded, or an error outside of every test, fails without a failed test.
  const shown = code !== 0 && failed === 0 ? 1 : failed;
  console.log(`${passed} passed, ${shown} failed`);
  return shown > 0 ? code || 1 : code;
}

function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const unloaded = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
