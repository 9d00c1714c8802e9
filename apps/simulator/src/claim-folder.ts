import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 100;
/** Longer than the end of another simulator takes; after that the mark is taken for a leftover. */
const patienceMs = 10_000;

/** Waits until no other simulator uses the folder, marks it as used, and answers how to give it free. */
export async function claimFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const mark = join(folder, 'simulator.pid');
  for (let waitedMs = 0; waitedMs < patienceMs && isAlive(readMark(mark)); waitedMs += retryMs) await wait(retryMs);
  writeFileSync(mark, String(process.pid));
  return () => {
    if (readMark(mark) === process.pid) rmSync(mark, { force: true });
  };
}

function readMark(mark: string): number | undefined {
  try {
    return Number(readFileSync(mark, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
