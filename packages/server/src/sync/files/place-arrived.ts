import { type Refusal, refuse } from '@sillage/contract';
import type { Queryable } from '../../platform/database/index.ts';
import { type DataFolder, hashWorkingFile, stored } from '../../platform/files/index.ts';
import type { Life } from '../../recording/life/index.ts';
import { forgetMissing } from './note-missing.ts';

export interface ArrivalDependencies {
  readonly folder: Pick<DataFolder, 'arriving' | 'files' | 'working'>;
  readonly life: Pick<Life, 'inTransaction' | 'queueDecoding'>;
}

export interface ArrivedFile {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  readonly source: string;
  /** What was announced. */
  readonly sha256: string;
}

/**
 * All bytes of an original are here: they are read once more, and become the original of the record, which is decoded.
 * `note` says so in the same transaction. Other bytes than announced are deleted, and refused.
 */
export function placeArrived(
  { folder, life }: ArrivalDependencies,
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
