import type { StoredFile } from './open-stored-file.ts';
import type { Shelf, StoredName } from './stored-names.ts';

/** A finished file, or a folder of them, on this machine's disk, and the name that it gets. */
export interface FileToPlace {
  readonly from: string;
  readonly to: StoredName;
}

/** Files that were placed together. */
export interface PlacedFiles {
  /** Forgets what was replaced. */
  keep(): Promise<void>;
  /** Makes everything as it was before. */
  takeBack(): Promise<void>;
}

/**
 * Whole files, by name. What is written is finished on this machine's disk first, in a working file inside what the ledger
 * of the disk reserved, and then placed; nobody sees half of it. The disk of the data folder is the one implementation; an
 * object store would be another one, behind the same interface.
 */
export interface Files {
  /** Undefined when there is none. What is opened stays readable when another file takes its place. */
  open(name: StoredName): Promise<StoredFile | undefined>;
  /** Whether a file, or anything below the name, is there. */
  has(name: StoredName): Promise<boolean>;
  /** What lies on a shelf, one level deep; nothing when nothing was ever put there. */
  list(shelf: Shelf): Promise<string[]>;
  /** Every file below a name, without that name, parts separated by `/`, in order. */
  listBelow(name: StoredName): Promise<string[]>;
  /**
   * Moves a working file or folder into its place, over what was there, for good when it resolves: its bytes are on the disk.
   * A file at once; beside a folder what was there stays until then, and comes back at the next start after a crash.
   */
  place(file: FileToPlace): Promise<void>;
  /** Moves files into place one after the other, all of which can be taken back until `keep`. */
  placeAll(files: readonly FileToPlace[]): Promise<PlacedFiles>;
  /**
   * Brings a working folder to the disk; answers what moves it into its place at once, which can be taken back until `keep`.
   * After a crash before `keep` the new one is there.
   */
  prepareFolder(folder: FileToPlace): Promise<() => Promise<PlacedFiles>>;
  /** Gives a file a second name, so that it stays when another one is placed over it; it has to be there. */
  keepAlso(file: { readonly from: StoredName; readonly to: StoredName }): Promise<void>;
  /** Removes a file, or all below the name; nothing happens when there is none. */
  delete(name: StoredName): Promise<void>;
  /**
   * Path on this machine at which a file or folder can be opened now, for worker threads and for reading by position at full
   * speed. There may be nothing. The disk of the data folder answers where it lies; an object store would fetch a copy.
   */
  localPath(name: StoredName): Promise<string>;
}
