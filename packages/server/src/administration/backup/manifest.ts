import { z } from 'zod';

/** Raised when a program of today could not read what is written from now on. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
/** One line a file of the backup, in the order of the zip. */
export const fileListName = 'files.jsonl';
export const maximumManifestBytes = 1024 ** 2;
/** A file's name, size and hash. */
export const maximumListLineBytes = 1000;
/** One row: a client's logo is the largest thing in one. */
export const maximumLineBytes = 32 * 1024 ** 2;

export const tableEntry = (table: string): string => `tables/${table}.jsonl`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sizeBytes = z.int().min(0);

const uid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** No name but these is in a backup: none leaves its folder. */
const filePattern = new RegExp(
  `^files/(?:(journals|uploads)/(${uid})|(signals)/(${uid})/(\\w[\\w.-]*(?:/\\w[\\w.-]*)?)|(releases)/([0-9a-f]{64}))$`,
);

/** A file of a record (`uid`) or a firmware (`uid` = its SHA-256). `path` = the place inside a record's signals. */
export interface BackupFile {
  readonly kind: 'journals' | 'uploads' | 'signals' | 'releases';
  readonly uid: string;
  readonly path: string | undefined;
}

export function readFileName(name: string): BackupFile | undefined {
  const [, source, sourceUid, signals, signalsUid, path, releases, hash] = filePattern.exec(name) ?? [];
  if ((source === 'journals' || source === 'uploads') && sourceUid)
    return { kind: source, uid: sourceUid, path: undefined };
  if (signals && signalsUid) return { kind: 'signals', uid: signalsUid, path };
  return releases && hash ? { kind: 'releases', uid: hash, path: undefined } : undefined;
}

export const ListedFile = z.strictObject({ name: z.string().max(500), size_bytes: sizeBytes, sha256 });
export type ListedFile = z.infer<typeof ListedFile>;

/** What every backup says first, whatever its format: enough to refuse a newer one with a sentence. */
export const ManifestHead = z.object({
  product: z.literal('sillage'),
  format: z.int().min(1),
  version: z.string().max(100),
  /** The newest migration of the database, ms since 1970. */
  schema: z.int().min(0),
});

export const Manifest = ManifestHead.extend({
  created: z.iso.datetime(),
  scope: z.strictObject({
    /** null = the whole server. */
    client_uid: z.string().nullable(),
    client_name: z.string().nullable(),
    with_files: z.boolean(),
    timezone: z.string().max(100),
    start: z.iso.date().nullable(),
    end: z.iso.date().nullable(),
  }),
  tables: z.array(
    z.strictObject({
      name: z.string().max(100),
      columns: z.array(z.string().max(100)).max(200),
      rows: z.int().min(0),
      size_bytes: sizeBytes,
      sha256,
    }),
  ),
  files: z.strictObject({ count: z.int().min(0), list_bytes: sizeBytes, list_sha256: sha256 }),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableSummary = Manifest['tables'][number];
