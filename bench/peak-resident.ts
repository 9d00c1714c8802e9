import { readFileSync } from 'node:fs';

/**
 * bytes of memory that this process held at most. Linux counts what the parent held at the fork in `maxRSS`, so there the
 * process's own mark is read.
 */
export function peakResidentBytes(): number {
  try {
    const own = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (own !== undefined) return Number(own) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
