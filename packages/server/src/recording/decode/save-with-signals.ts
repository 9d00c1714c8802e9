import type { Clock } from '../../platform/clock/index.ts';
import { type Database, transactionId, wasUndone } from '../../platform/database/index.ts';
import { type Files, type PlacedFiles, stored } from '../../platform/files/index.ts';
import type { Life } from '../life/index.ts';
import type { SignalStore } from '../store/index.ts';
import type { Decoded } from './decode-task.ts';
import type { AddedStep } from './read-steps.ts';
import { type Saved, saveDecoded } from './save-decoded.ts';

export interface SavingDependencies {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<Files, 'prepareFolder' | 'localPath'>;
  readonly store: Pick<SignalStore, 'forget'>;
  readonly life: Life;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * New signals come to their place together with the row that tells of them: where the row does not, those of before stay.
 * @param folder where the signals are written
 */
export async function saveWithSignals(
  { database, files, store, life, clock }: SavingDependencies,
  record: { readonly id: number; readonly uid: string; readonly steps: readonly AddedStep[] },
  decoded: Decoded,
  folder: string,
): Promise<Saved> {
  const to = stored.signals(record.uid);
  const path = await files.localPath(to);
  const place = await files.prepareFolder({ from: folder, to });
  let placing: { readonly files: PlacedFiles; readonly transaction: string } | undefined;
  let readersEnded: Promise<unknown> | undefined;
  let saved: Saved;
  try {
    saved = await life.inTransaction(async (tx) => {
      const written = await saveDecoded(tx, life, record.id, decoded, record.steps);
      if (written !== 'saved') return written;
      const transaction = await transactionId(tx);
      placing = { files: await place(), transaction };
      // Who reads ends with what was there; nobody who holds the record waits for that.
      readersEnded = Promise.allSettled([store.forget(path)]);
      return written;
    });
  } catch (problem) {
    if (placing && (await wasUndone({ database, clock }, placing.transaction))) {
      await placing.files.takeBack();
      await store.forget(path);
    }
    throw problem;
  }
  await readersEnded;
  await placing?.files.keep();
  return saved;
}
