import { access, constants } from 'node:fs/promises';
import type { Broker } from '../platform/broker/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { DataFolder } from '../platform/files/index.ts';

/** What the server cannot record or answer without. */
type Part = 'database' | 'broker' | 'journal';

/** ms for which an answer is given again: strangers may ask as often as they like. */
const keepMs = 1000;
const folderMs = 2000;

interface ReadinessParts {
  readonly database: Pick<Database, 'isReady'>;
  readonly broker: Pick<Broker, 'isReady'>;
  readonly folder: Pick<DataFolder, 'journals'>;
  readonly clock: Clock;
}

/** Answers what is away now. */
export function checkReadiness({ database, broker, folder, clock }: ReadinessParts): () => Promise<readonly Part[]> {
  let asked: { readonly atMs: number; readonly missing: Promise<readonly Part[]> } | undefined;
  async function look(): Promise<readonly Part[]> {
    const [databaseThere, journalThere] = await Promise.all([database.isReady(), isWritable(folder.journals)]);
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

/** A folder on a disk that does not answer counts as away. */
function isWritable(path: string): Promise<boolean> {
  const there = access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return Promise.race([there, new Promise<false>((resolve) => setTimeout(() => resolve(false), folderMs).unref())]);
}
