import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from './files.ts';
import { type GrowingFiles, growingFiles } from './growing-files.ts';
import { localFiles } from './local-files.ts';
import { type NoteFile, noteFile } from './note-file.ts';
import { putBackReplaced } from './place-locally.ts';
import { shelves, stored } from './stored-names.ts';
import { type WorkingFiles, workingFiles } from './working-files.ts';

/** Where things lie under the data folder (`--data`). The only place that knows the layout. */
export interface DataFolder {
  readonly root: string;
  /** Whole files, by name. */
  readonly files: Files;
  /** Files on their way. */
  readonly working: WorkingFiles;
  readonly postgres: string;
  readonly logFile: string;
  /** The append-only journal of a streamed record. */
  journal(recordUid: string): string;
  /** The uploaded source file of a record. */
  upload(recordUid: string): string;
  /** Folder of the decoded signals: one Parquet a module and its pyramid. */
  signals(recordUid: string): string;
  /** For files being written; emptied at start, on the same disk so that a rename is atomic. */
  readonly temporary: string;
  readonly journals: string;
  /** What devices sent while nobody recorded; in no backup. */
  readonly buffer: string;
  readonly uploads: string;
  readonly allSignals: string;
  /** Uploads that come in pieces, and go on after a start. */
  readonly growing: GrowingFiles;
  /** Originals of records that hubs send in pieces, by the record's uid. */
  readonly arriving: GrowingFiles;
  /** Files that tasks work on or made. */
  readonly tasks: string;
  /** Firmware files, named by their SHA-256. */
  readonly releases: string;
  /** Opens the secrets of other services that the database keeps. */
  readonly secretKeys: string;
  /** How far rows were told to other servers, beside the database that they are of. */
  readonly toldRows: NoteFile;
  /** Signs the firmwares of this server. */
  readonly firmwareKey: string;
  /** This machine's own certificate and its authority. */
  readonly certificate: string;
  /** What an operator tells the web app; there may be none. */
  readonly webConfiguration: string;
  /** Makes the folder itself. */
  make(): Promise<void>;
  /**
   * Makes the folders in it, empties that of files on their way, and ends what a program that was killed had begun to
   * place: only once the data folder is locked.
   */
  prepare(): Promise<void>;
}

export function dataFolder(root: string): DataFolder {
  const temporary = join(root, 'temporary');
  const incoming = join(root, 'incoming');
  const within = (name: string) => join(root, ...name.split('/'));
  return {
    root,
    files: localFiles(root, temporary),
    working: workingFiles(temporary),
    postgres: join(root, 'postgres'),
    logFile: join(root, 'log', 'sillage.log'),
    temporary,
    journals: within('journal'),
    buffer: within('buffer'),
    uploads: within('uploads'),
    allSignals: within('signals'),
    growing: growingFiles(incoming),
    arriving: growingFiles(within('arriving')),
    tasks: within('tasks'),
    releases: within('releases'),
    secretKeys: join(root, 'secrets.key'),
    toldRows: noteFile(join(root, 'told-rows.json')),
    firmwareKey: join(root, 'firmware.key'),
    certificate: join(root, 'certificate.json'),
    webConfiguration: join(root, 'config.json'),
    journal: (uid) => within(stored.journal(uid)),
    upload: (uid) => within(stored.upload(uid)),
    signals: (uid) => within(stored.signals(uid)),
    async make() {
      await mkdir(root, { recursive: true });
    },
    async prepare() {
      await rm(temporary, { recursive: true, force: true });
      for (const path of [temporary, incoming, ...shelves.map(within)])
        await mkdir(path, { recursive: true, mode: 0o700 });
      await putBackReplaced(within('signals'));
    },
  };
}
