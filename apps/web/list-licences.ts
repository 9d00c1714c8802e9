import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const moduleName = 'virtual:licences';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** One third-party package that the product ships; `text` is the index of its licence among the texts. */
interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: number | null;
}

/** Every package that the lock file installs for running, with the licence text that came with it. */
function readLicences(): { packages: Shipped[]; texts: string[] } {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  const texts = new Map<string, number>();
  const shipped = new Map<string, Shipped>();
  for (const [path, locked] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const { version } = locked;
    if (!path.includes('node_modules/') || version === undefined || locked.link || locked.dev || locked.devOptional) {
      continue;
    }
    const folder = join(projectRoot, path);
    // Packages of other platforms are locked but not here.
    if (!existsSync(folder)) continue;
    const text = licenceTextOf(folder);
    if (text !== undefined && !texts.has(text)) texts.set(text, texts.size);
    const licence = locked.license ?? declaredIn(folder) ?? '?';
    shipped.set(`${name} ${version}`, {
      name,
      version,
      licence,
      text: text === undefined ? null : (texts.get(text) ?? null),
    });
  }
  const packages = [...shipped.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { packages, texts: [...texts.keys()] };
}

function licenceTextOf(folder: string): string | undefined {
  const file = filesOf(folder).find((name) => /^(licen[cs]e|copying)([-.].*)?$/i.test(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim();
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function declaredIn(folder: string): string | undefined {
  const { license }: { license?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof license === 'string' ? license : undefined;
}

/** Gives the web app `virtual:licences`, made of the packages that are installed. */
export function listLicences(): Plugin {
  return {
    name: 'list-licences',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load: (id) => (id === `\0${moduleName}` ? `export default ${JSON.stringify(readLicences())}` : undefined),
  };
}
