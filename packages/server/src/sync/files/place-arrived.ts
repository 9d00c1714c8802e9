import { type Refusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type DataFolder, hashWorkingFile, stored } from '../../platform/files/index.ts';
import type { Life } from '../../recording/life/index.ts';
import { forgetMissing } from './note-missing.ts';
import { keepReplaced } from './replaced-copies.ts';

export interface ArrivalDependencies {
  readonly folder: Pick<DataFolder, 'arriving' | 'files' | 'working'>;
  readonly life: Pick<Life, 'inTransaction' | 'queueDecoding'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export interface ArrivedFile {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  readonly source: string;
  /** What was announced. */
  readonly sha256: string;
  /** Of the original that is here, which is kept beside it. */
  readonly replacedSha256?: string | undefined;
}

/**
 * All bytes of an original are here: they are read once more, and become the original of the record, which is decoded.
 * Another original that it takes the place of is put aside. `note` says so in the same transaction. Other bytes than announced
 * are deleted, and refused.
 */
export function placeArrived(
  { folder, life, clock }: ArrivalDependencies,
  file: ArrivedFile,
  note: (tx: Queryable) => Promise<void>,
): Promise<Refusal | undefined> {
  const { uid, sha256 } = file;
  return folder.working.withFile(`arrived-${uid}`, async (path) => {
    await folder.arriving.lend(uid, path);
    if ((await hashWorkingFile(path)) !== sha256) {
      await folder.arriving.delete(uid);
      return refuse('upload.corrupted');
    }
    if (file.replacedSha256 !== undefined) await keepReplaced(folder, file, file.replacedSha256, clock.nowMs());
    await folder.files.place({ from: path, to: stored.source(file) });
    await life.inTransaction(async (tx) => {
      await note(tx);
      await forgetMissing(tx, file.id);
      await life.queueDecoding(tx, file);
    });
    await folder.arriving.delete(uid);
    return undefined;
  });
}
