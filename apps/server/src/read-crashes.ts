import { z } from 'zod';

/** Written by who starts the program again (`scripts/run-program.mjs`). */
const Told = z.object({ SILLAGE_CRASHES: z.coerce.number().int().min(1), SILLAGE_LAST_CRASH: z.iso.datetime() });

export interface Crashes {
  /** Since somebody started the program. */
  readonly count: number;
  /** ms since 1970 */
  readonly lastMs: number | undefined;
}

/** How often the program ended without being asked to and was started again; never, where nobody says so. */
export function readCrashes(environment: NodeJS.ProcessEnv): Crashes {
  const told = Told.safeParse(environment);
  if (!told.success) return { count: 0, lastMs: undefined };
  return { count: told.data.SILLAGE_CRASHES, lastMs: Date.parse(told.data.SILLAGE_LAST_CRASH) };
}
