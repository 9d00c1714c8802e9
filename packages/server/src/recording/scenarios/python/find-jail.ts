import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JailPart } from '@sillage/contract';

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
export const noJail: Jail = {
  wrap: [],
  missing: ['namespace', 'user', ...(process.platform === 'linux' ? [] : (['usage'] as const))],
};

let found: Promise<Jail> | undefined;

/**
 * The strongest jail that the system allows; tried once.
 * @param node must be readable by who the program runs as
 */
export function findJail(node: string, files: readonly string[]): Promise<Jail> {
  found ??= tryJails(node, files);
  return found;
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
