import type { Broker } from '../platform/broker/index.ts';
import { type Clock, within } from '../platform/clock/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type DataFolder, isWritable } from '../platform/files/index.ts';

/** What the server cannot record or answer without. */
type Part = 'database' | 'broker' | 'journal';

/** ms for which an answer is given again: strangers may ask as often as they like. */
const keepMs = 1000;
/** ms after which what does not answer counts as away. */
const patienceMs = 2000;

interface Dependencies {
  readonly database: Pick<Database, 'isReady'>;
  readonly broker: Pick<Broker, 'isReady'>;
  readonly folder: Pick<DataFolder, 'journals'>;
  readonly clock: Clock;
}

/** Answers what is away now. */
export function checkReadiness({ database, broker, folder, clock }: Dependencies): () => Promise<readonly Part[]> {
  let asked: { readonly atMs: number; readonly missing: Promise<readonly Part[]> } | undefined;
  const askDatabase = askOneAtATime(() => database.isReady());
  const askFolder = askOneAtATime(() => isWritable(folder.journals));
  async function look(): Promise<readonly Part[]> {
    const [databaseThere, journalThere] = await Promise.all([askDatabase(), askFolder()]);
    const parts = { database: databaseThere, broker: broker.isReady(), journal: journalThere };
    return (['database', 'broker', 'journal'] as const).filter((part) => !parts[part]);
  }
  return () => {
    if (asked === undefined || clock.monotonicMs() - asked.atMs > keepMs) {
      asked = { atMs: clock.monotonicMs(), missing: look() };
    }
    return asked.missing;
  };
}

/**
 * Whether the answer is yes, and comes in time. On a disk that hangs a question takes a thread for as long as it hangs: while
 * one has no answer, no other is asked.
 */
function askOneAtATime(ask: () => Promise<boolean>): () => Promise<boolean> {
  let waiting: Promise<boolean> | undefined;
  return async () => {
    waiting ??= ask().finally(() => {
      waiting = undefined;
    });
    return within(waiting, patienceMs).catch(() => false);
  };
}
