import { readFile } from 'node:fs/promises';

/** Of a core, averaged over the window. */
const mostShare = 0.25;
const windowSeconds = 10;
const everyMs = 500;
/** Clock ticks of /proc a second: USER_HZ, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
/** Bytes of the whole process; Node itself takes 60 MB of it. */
export const mostResidentBytes = 192 * 1024 * 1024;
const pageBytes = 4096;

interface Usage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** What a process used so far; undefined where the system does not say, or it is gone. */
export async function readUsage(pid: number): Promise<Usage | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Behind the name in parentheses, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    const residentBytes = Number(fields[21]) * pageBytes;
    return Number.isFinite(cpuSeconds) && residentBytes > 0 ? { cpuSeconds, residentBytes } : undefined;
  } catch {
    return undefined;
  }
}

/** The process that a wrapper started last; itself where it started none. */
export async function innermostPid(pid: number): Promise<number> {
  try {
    const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
    return child ? innermostPid(Number(child)) : pid;
  } catch {
    return pid;
  }
}

/**
 * Watches the processor and the memory that a process takes; tells once when it takes too much.
 * @param seconds the clock that its share of the processor is of
 * @returns ends it
 */
export function watchUsage(
  pid: number,
  tooMuch: (what: 'cpu' | 'memory') => void,
  seconds = () => performance.now() / 1000,
): () => void {
  const seen: { readonly at: number; readonly cpuSeconds: number }[] = [];
  const look = async () => {
    const usage = await readUsage(pid);
    if (usage === undefined) return;
    const at = seconds();
    seen.push({ at, cpuSeconds: usage.cpuSeconds });
    while ((seen[1]?.at ?? at) <= at - windowSeconds) seen.shift();
    const [first = { at, cpuSeconds: usage.cpuSeconds }] = seen;
    const spent = usage.cpuSeconds - first.cpuSeconds;
    // A clock that is ahead of the machine's may pass more than the window between two looks.
    if (spent > mostShare * Math.max(windowSeconds, at - first.at)) tooMuch('cpu');
    else if (usage.residentBytes > mostResidentBytes) tooMuch('memory');
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
