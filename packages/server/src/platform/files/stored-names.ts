/**
 * What is kept as whole files, and could be kept in an object store: sources of records, what is made of them, files of tasks
 * (backups among them), firmware. Journals are the exception: they grow block by block on the disk of this machine, whatever
 * keeps the rest; here they are whole files for who copies, moves or deletes them.
 */
export const shelves = ['journal', 'uploads', 'signals', 'computed', 'tasks', 'releases', 'replaced'] as const;
export type Shelf = (typeof shelves)[number];

/** Name of a stored file, or of all that lies below it: shelf first, parts separated by `/`. */
export type StoredName = `${Shelf}/${string}`;

const below =
  (shelf: Shelf, ending = '') =>
  (name: string): StoredName =>
    `${shelf}/${name}${ending}`;

/** How each kind of file is named. */
export const stored = {
  /** The append-only journal of a streamed record, by the record's uid. */
  journal: below('journal', '.journal'),
  /** The uploaded source of a record, by its uid. */
  upload: below('uploads'),
  /** What a record was made of, by its uid. */
  source: ({ uid, source }: { readonly uid: string; readonly source: string }): StoredName =>
    source === 'journal' ? `journal/${uid}.journal` : `uploads/${uid}`,
  /** The decoded signals of a record, by its uid: one Parquet a module, and its pyramid. */
  signals: below('signals'),
  /** Samples of a computed channel, made again from the signals when they are missing; the record's uid comes first. */
  computed: below('computed'),
  /** A file that a task works on or made. */
  task: below('tasks'),
  /** Originals that others took the place of, below the record's uid. */
  replaced: below('replaced'),
  /** By its SHA-256. */
  firmware: below('releases'),
} as const;
