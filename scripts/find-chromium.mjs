import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly, SetUpProblem } from './run-program.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium for the browser tests; installs Debian's as root when there is none. */
export async function findChromium() {
  const chosen = process.env.SILLAGE_CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new SetUpProblem(`SILLAGE_CHROMIUM names ${chosen}, which does not exist.`);
  }
  return installed() ?? (await install());
}

function installed() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(existsSync);
}

async function install() {
  const advice = 'Install Chromium ("apt-get install chromium" on Debian), or name one with SILLAGE_CHROMIUM.';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new SetUpProblem(`the tests need a Chromium, and none was found. ${advice}`);
  }
  console.log('· Installing Chromium for the browser tests (apt-get)');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await runQuietly('apt-get', args, { what: 'installing Chromium', env });
    if (code === 0) continue;
    console.error(output);
    throw new SetUpProblem(`"apt-get ${args.join(' ')}" failed with code ${code} (see above). ${advice}`);
  }
  const found = installed();
  if (found === undefined) throw new SetUpProblem(`apt-get brought no Chromium. ${advice}`);
  return found;
}
