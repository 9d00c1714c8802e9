import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly, SetUpProblem } from './run-program.mjs';

/** Debian's Chromium without windows: opens a page at an eighth of what the whole browser costs. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium for the browser tests; installs Debian's as root when there is none, or none without windows. */
export async function findChromium() {
  const chosen = process.env.SILLAGE_CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new SetUpProblem(`SILLAGE_CHROMIUM names ${chosen}, which does not exist.`);
  }
  return installed([shell]) ?? (await install(shell)) ?? installed(names) ?? (await installAny());
}

function installed(programs) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)];
  const places = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...(programs === names ? elsewhere : [])].find(existsSync);
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Path of a package's program of the same name; undefined where the system has no such package. */
async function install(program) {
  if (!mayInstall()) return undefined;
  console.log('· Installing a Chromium for the browser tests (apt-get)');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', program]]) {
    const { code, output } = await runQuietly('apt-get', args, { what: 'installing Chromium', env });
    if (code === 0) continue;
    console.error(output);
    return undefined;
  }
  return installed([program]);
}

async function installAny() {
  const found = await install('chromium');
  if (found !== undefined) return found;
  const why = mayInstall() ? 'apt-get brought none (see above)' : 'none was found';
  throw new SetUpProblem(
    `the tests need a Chromium, and ${why}. Install one ("apt-get install ${shell}" on Debian), or name one with SILLAGE_CHROMIUM.`,
  );
}
