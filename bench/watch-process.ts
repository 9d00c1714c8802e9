import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Of Linux: clock ticks a second. */
const ticksPerSecond = 100;

const statOf = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** s of the processor that a process took since it began, and what it began and has ended since. */
function processorSeconds(pid: number): number {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid).slice(11, 15).map(Number);
  return (user + system + endedUser + endedSystem) / ticksPerSecond;
}

/** Of a process and all that it has begun, whether it still runs or not: a database ends connections that nobody uses. */
export function processorSecondsOfAll(pid: number): number {
  const children = readdirSync('/proc').flatMap((name) => {
    const one = Number(name);
    return Number.isInteger(one) && parentOf(one) === pid ? [one] : [];
  });
  return children.reduce((sum, child) => sum + processorSecondsOfAll(child), processorSeconds(pid));
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

const bytesOf = (pid: number, key: string): number =>
  1024 * Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** bytes of memory that a process has now; from here on its peak counts anew. */
export function beginPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return bytesOf(pid, 'VmRSS');
}

/** bytes that it had at most since. */
export const peakSince = (pid: number): number => bytesOf(pid, 'VmHWM');
