import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Of Linux: clock ticks a second. */
const ticksPerSecond = 100;

const statOf = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** s of the processor that a process took since it began. */
export function processorSeconds(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

/** Of a process and all that it has begun and that still runs. */
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
