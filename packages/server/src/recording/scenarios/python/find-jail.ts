import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { JailPart } from '@sillage/contract';
import { readUsage } from './watch-usage.ts';

/** How a program is started apart from the rest of the machine. */
export interface Jail {
  /** Program and arguments before the ones of Node. */
  readonly wrap: readonly string[];
  /** What the system does not allow. */
  readonly missing: readonly JailPart[];
}

const run = promisify(execFile);
/** Whose files are nobody's (Debian, Fedora, Alpine). */
const nobody = '65534';
const apart = ['unshare', '--net', '--pid', '--mount', '--ipc', '--uts', '--fork', '--kill-child'];
const asNobody = [
  ...['setpriv', '--reuid', nobody, '--regid', nobody, '--clear-groups', '--no-new-privs'],
  ...['--bounding-set', '-all', '--inh-caps', '-all', '--pdeathsig', 'KILL'],
];
const patienceMs = 5000;

/** No namespace, no user of its own: Node's flags and the cut imports alone. */
export const noJail: Jail = { wrap: [], missing: ['namespace', 'user'] };

/** ms after which it is tried again what the system allows. */
const freshMs = 60_000;
let found: { readonly jail: Promise<Jail>; readonly atMs: number } | undefined;

/**
 * The strongest jail that the system allows, as it was found a short while ago: what a process really got, `lacksOfJail` says.
 * @param node must be readable by who the program runs as
 */
export function findJail(node: string, files: readonly string[]): Promise<Jail> {
  const nowMs = performance.now();
  if (found !== undefined && nowMs - found.atMs < freshMs) return found.jail;
  const before = found?.jail;
  const jail = tryJails(node, files);
  found = { jail, atMs: nowMs };
  // Who starts meanwhile does not wait for it.
  return before ?? jail;
}

/** What was found does not hold any more. */
export function forgetJail(): void {
  found = undefined;
}

async function tryJails(node: string, files: readonly string[]): Promise<Jail> {
  if (process.platform !== 'linux') return noJail;
  const candidates: readonly Jail[] = [
    { wrap: [...apart, '--', ...asNobody, '--'], missing: [] },
    // Without rights: a namespace of users that has one user, ours.
    { wrap: ['unshare', '--user', ...apart.slice(1), '--', 'setpriv', '--no-new-privs', '--'], missing: ['user'] },
  ];
  for (const jail of candidates) {
    const [program = '', ...args] = jail.wrap;
    const reads = `for (const f of ${JSON.stringify(files)}) require('node:fs').readFileSync(f)`;
    try {
      await run(program, [...args, node, '-e', reads], { timeout: patienceMs, env: {} as NodeJS.ProcessEnv });
      return jail;
    } catch {
      // The next one is weaker.
    }
  }
  return noJail;
}

const namespaces = ['net', 'pid', 'mnt', 'ipc', 'uts'];

/** What of its jail a process that was started does not have. */
export async function lacksOfJail(pid: number): Promise<readonly JailPart[]> {
  const [isApart, hasNoRights, usage] = await Promise.all([isInNamespaces(pid), isNobody(pid), readUsage(pid)]);
  return [
    ...(isApart ? [] : (['namespace'] as const)),
    ...(hasNoRights ? [] : (['user'] as const)),
    ...(usage === undefined ? (['usage'] as const) : []),
  ];
}

async function isInNamespaces(pid: number): Promise<boolean> {
  try {
    const pairs = await Promise.all(
      namespaces.map((name) => Promise.all([readlink(`/proc/${pid}/ns/${name}`), readlink(`/proc/self/ns/${name}`)])),
    );
    return pairs.every(([its, own]) => its !== own);
  } catch {
    return false;
  }
}

async function isNobody(pid: number): Promise<boolean> {
  // A server that is nobody itself shares its user with the program.
  if (String(process.getuid?.()) === nobody) return false;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? [];
    const isOther = ['Uid', 'Gid'].every((name) => of(name).length === 4 && of(name).every((id) => id === nobody));
    return isOther && of('CapEff').every((rights) => /^0+$/.test(rights)) && of('NoNewPrivs')[0] === '1';
  } catch {
    return false;
  }
}
