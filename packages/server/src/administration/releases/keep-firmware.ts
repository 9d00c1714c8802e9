import { basename, win32 } from 'node:path';
import { hasExtension, limits, type Refusal, refuse, uploadExtensions } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import { type DataFolder, hashWorkingFile, type StoredFile, stored } from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';

const { releases } = tables;
const namePattern = /^[0-9a-f]{64}$/;

/** What a row says of its file. */
export interface Firmware {
  readonly filename: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Firmware files, named by their SHA-256: the same bytes are kept once. */
export interface FirmwareStore {
  /** Judges an upload and reads its hash. */
  inspect(file: UploadedFile): Promise<Firmware | Refusal>;
  /** Puts the upload into its place, then writes the row; a file that no row uses afterwards is removed. */
  keep<T>(file: UploadedFile, firmware: Firmware, write: () => Promise<T>, replaced?: string): Promise<T>;
  /** Runs a deletion, then removes the file when no row uses it any more. */
  forget<T>(sha256: string, remove: () => Promise<T>): Promise<T>;
  /** Undefined when the file is gone. */
  read(sha256: string): Promise<StoredFile | undefined>;
}

interface Dependencies {
  readonly db: Db;
  readonly folder: Pick<DataFolder, 'files'>;
}

export function createFirmwareStore({ db, folder: { files } }: Dependencies): FirmwareStore {
  const removeUnused = async (sha256: string) => {
    if ((await db.$count(releases, eq(releases.sha256, sha256))) === 0) await files.delete(stored.firmware(sha256));
  };
  // One change at a time: what one deletes, another may just be about to use. The folder has one process.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    inspect,
    keep: (file, firmware, write, replaced) =>
      inTurn(async () => {
        await files.place({ from: file.path, to: stored.firmware(firmware.sha256) });
        try {
          return await write();
        } finally {
          await removeUnused(firmware.sha256);
          if (replaced !== undefined) await removeUnused(replaced);
        }
      }),
    forget: (sha256, remove) =>
      inTurn(async () => {
        const removed = await remove();
        await removeUnused(sha256);
        return removed;
      }),
    read: (sha256) => files.open(stored.firmware(sha256)),
  };
}

/** At start: removes files that a crash left without a row. */
export async function sweepFirmware({ db, folder: { files } }: Dependencies): Promise<void> {
  const rows = await db.selectDistinct({ sha256: releases.sha256 }).from(releases);
  const used = new Set(rows.map((row) => row.sha256));
  for (const name of await files.list('releases')) {
    if (namePattern.test(name) && !used.has(name)) await files.delete(stored.firmware(name));
  }
}

async function inspect(file: UploadedFile): Promise<Firmware | Refusal> {
  if (file.sizeBytes === 0) return refuse('file.required', {}, { file: 'required' });
  const extensions = uploadExtensions.firmware;
  if (!hasExtension(file.filename, extensions)) {
    return refuse('file.wrongExtension', { extensions: extensions.join(', ') }, { file: 'firmware' });
  }
  if (file.sizeBytes > limits.firmwareBytes) {
    return refuse('request.tooLarge', { maximum: `${limits.firmwareBytes / 1024 ** 2} MB` });
  }
  const filename = shortName(file.filename);
  return { filename, sizeBytes: file.sizeBytes, sha256: await hashWorkingFile(file.path) };
}

/** The last part of a path of any system, without control characters, its end kept when it is too long. */
function shortName(filename: string): string {
  const name = basename(win32.basename(filename)).replace(/\p{Cc}/gu, '');
  return name.slice(-200);
}
