import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownNode, projectRoot } from './project-paths.mjs';
import { runQuietly, SetUpProblem } from './run-program.mjs';

const lock = join(projectRoot, 'package-lock.json');
const stamp = join(projectRoot, 'node_modules', '.sillage-installed');
// npm writes this one at the end of every installation.
const npmsOwnLock = join(projectRoot, 'node_modules', '.package-lock.json');

/** Installs what package-lock.json says, only when that is not yet there: offline nothing is asked of the network. */
export async function installPackages() {
  const wanted = `${createHash('sha256').update(readFileSync(lock)).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (isInstalled(wanted)) return;
  console.log('· Installing packages (needed once, and after an update; a minute or two)');
  const [program, ...npm] = npmCommand();
  const install = (...how) => {
    const args = [...npm, ...how, '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    return runQuietly(program, args, { what: 'installing packages' });
  };
  let { code, output, seconds } = await install('ci');
  // "npm ci" refuses a lock file that lacks another system's optional packages, which some registries do not carry.
  if (code !== 0 && output.includes('EUSAGE')) ({ code, output, seconds } = await install('install', '--no-save'));
  if (code !== 0) {
    console.error(output);
    throw new SetUpProblem(
      `npm could not install the packages (code ${code}, see above). The first start needs the network; later ones do not.`,
    );
  }
  if (!existsSync(ownNode)) {
    throw new SetUpProblem(
      'the package "node" was not installed: its install script must be allowed (allowScripts in package.json).',
    );
  }
  writeFileSync(stamp, wanted);
  console.log(`· Packages installed (${seconds} s)`);
}

function isInstalled(wanted) {
  if (!existsSync(ownNode)) return false;
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === wanted) return true;
  }
  // Installed by hand with "npm install", after the last change of the lock file.
  if (!existsSync(npmsOwnLock) || statSync(npmsOwnLock).mtimeMs < statSync(lock).mtimeMs) return false;
  writeFileSync(stamp, wanted);
  return true;
}

/** The npm that started this script, else the one on the path. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('.js') && existsSync(running)) return [process.execPath, running];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
