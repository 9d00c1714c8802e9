import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field } from './open-field.ts';
import type { Chance } from './seeded-random.ts';

/** Kills the postmaster of the embedded database, as the kernel does when memory runs out. */
export async function killDatabase(dataRoot: string): Promise<void> {
  const file = await readFile(join(dataRoot, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

export type Victim = 'server' | 'database' | 'both';

/** Kills what chance chooses, and lets the program come back. */
export async function killSomething(field: Field, chance: Chance): Promise<Victim> {
  const victim = chance.pick<Victim>(['server', 'database', 'both']);
  if (victim !== 'server') await killDatabase(field.dataRoot);
  if (victim !== 'database') await field.killAndStart();
  return victim;
}
