import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { isRefusal, refuse } from '@sillage/contract';
import { compareVersions } from '@sillage/domain';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { type DiskLedger, refusalOfFullDisk } from '../../platform/disk/index.ts';
import { codeOf, readLines, writeWorkingFile } from '../../platform/files/index.ts';
import { TaskRefused } from '../../platform/jobs/index.ts';
import { tablesByUid } from '../../platform/rows-by-uid/index.ts';
import {
  fileListName,
  formatVersion,
  ListedFile,
  Manifest,
  ManifestHead,
  manifestName,
  maximumListLineBytes,
  maximumManifestBytes,
  readFileName,
  tableEntry,
} from './manifest.ts';
import { Measure } from './write-backup.ts';

/** Of a zip's local header, without name and extra fields. */
const localHeaderBytes = 30;
const stored = 0;
const deflated = 8;
const symbolicLink = 0o120000;
const fileType = 0o170000;

export interface OpenedBackup {
  readonly manifest: Manifest;
  /** Path of the verified rows of a table. */
  tablePath(name: string): string;
  /** The verified files, each with its path. */
  files(): AsyncGenerator<ListedFile & { readonly path: string }>;
}

/** `reason` is a place in the backup, the same in every language. */
export const damaged = (reason: string): TaskRefused => new TaskRefused(refuse('backup.damaged', { reason }));

export interface VerifyDependencies {
  /** The newest migration of this server's database. */
  readonly schema: number;
  /** Of this program. */
  readonly version: string;
  /** An empty folder to extract to, on the disk of the data folder. */
  readonly into: string;
  readonly signal: AbortSignal;
}

export interface OpenDependencies extends VerifyDependencies {
  readonly disk: Pick<DiskLedger, 'reserve'>;
  progress(fraction: number): Promise<void>;
}

/**
 * Extracts a backup into a folder of its own and verifies all of it: names, sizes, hashes, order, nothing missing or
 * besides. @throws TaskRefused when anything is wrong or newer than this program; only the folder was written to.
 */
export function openBackup(path: string, dependencies: OpenDependencies): Promise<OpenedBackup> {
  return withZip(path, dependencies.signal, async (zip) => {
    const { totalBytes, ...found } = await survey(zip);
    const manifest = await readManifest(zip, found.manifestEntry, dependencies);
    const room = await dependencies.disk.reserve('task', totalBytes);
    if (isRefusal(room)) throw new TaskRefused(room);
    const took = async (size: number, doneBytes: number) => {
      room.wrote(size);
      await dependencies.progress(doneBytes / Math.max(1, totalBytes));
    };
    try {
      const surveyed = { zip, path, manifest, listEntry: found.listEntry };
      return await extractAll(surveyed, dependencies, { isKept: true, took });
    } finally {
      room.release();
    }
  });
}

/** Verifies all of a backup without keeping what is read: only the list of files is written to the folder. @throws TaskRefused */
export async function verifyBackup(path: string, dependencies: VerifyDependencies): Promise<void> {
  await withZip(path, dependencies.signal, async (zip) => {
    const { manifestEntry, listEntry } = await survey(zip);
    const manifest = await readManifest(zip, manifestEntry, dependencies);
    await extractAll({ zip, path, manifest, listEntry }, dependencies, { isKept: false, took: async () => {} });
  });
}

async function withZip<T>(path: string, signal: AbortSignal, read: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openZip(path);
  try {
    return await read(zip);
  } catch (problem) {
    // Errors of the two libraries are about the bytes; those of the disk have a number, and no code of zlib's.
    const isOfDisk = problem instanceof Error && 'errno' in problem && !String(codeOf(problem)).startsWith('Z_');
    const full = refusalOfFullDisk(problem);
    if (full !== undefined) throw new TaskRefused(full);
    if (problem instanceof TaskRefused || isOfDisk || signal.aborted) throw problem;
    throw damaged('zip');
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    throw damaged('zip');
  }
}

interface Surveyed {
  readonly zip: ZipFile;
  readonly path: string;
  readonly manifest: Manifest;
  readonly listEntry: Entry;
}

interface Extracting {
  /** Whether the content stays in the folder, or is only looked at. */
  readonly isKept: boolean;
  /** Called after each entry with its bytes and those of all so far. */
  took(bytes: number, doneBytes: number): Promise<void>;
}

async function extractAll(
  { zip, path, manifest, listEntry }: Surveyed,
  { into, signal }: VerifyDependencies,
  { isKept, took }: Extracting,
): Promise<OpenedBackup> {
  const listPath = join(into, fileListName);
  const { count, list_bytes, list_sha256 } = manifest.files;
  await extract(zip, listEntry, { name: fileListName, size_bytes: list_bytes, sha256: list_sha256 }, listPath);
  const expected = expectedEntries(manifest, listPath);
  const again = await openZip(path);
  let doneBytes = 0;
  try {
    for await (const entry of again.eachEntry()) {
      signal.throwIfAborted();
      const { value, done } = await expected.next();
      if (done || value.name !== entry.fileName) throw damaged(entry.fileName);
      const isContent = entry.fileName !== fileListName && entry.fileName !== manifestName;
      if (isContent) await extract(again, entry, value, isKept ? join(into, value.name) : undefined);
      doneBytes += entry.uncompressedSize;
      await took(isContent ? value.size_bytes : 0, doneBytes);
    }
    const { value, done } = await expected.next();
    if (!done) throw damaged(value.name);
  } finally {
    again.close();
    await expected.return(undefined);
  }
  return {
    manifest,
    tablePath: (name) => join(into, tableEntry(name)),
    async *files() {
      if (count === 0) return;
      for await (const file of listedFiles(listPath)) yield { ...file, path: join(into, file.name) };
    },
  };
}

/** Looks at every entry of the zip's directory before one is read: they follow each other and nothing else is there. */
async function survey(zip: ZipFile): Promise<{ manifestEntry: Entry; listEntry: Entry; totalBytes: number }> {
  let manifestEntry: Entry | undefined;
  let listEntry: Entry | undefined;
  let totalBytes = 0;
  let end = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    const isKnown = name === manifestName || name === fileListName || name.startsWith('tables/') || readFileName(name);
    const mode = entry.externalFileAttributes >>> 16;
    const isReadable = entry.compressionMethod === stored || entry.compressionMethod === deflated;
    if (!isKnown || entry.isEncrypted() || !isReadable || (mode & fileType) === symbolicLink) throw damaged(name);
    if (entry.relativeOffsetOfLocalHeader < end) throw damaged(name);
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize;
    if (end > zip.fileSize) throw damaged(name);
    // Directory order is the order of writing: the list and the manifest come last, once.
    if (manifestEntry || (listEntry && name !== manifestName)) throw damaged(name);
    if (name === manifestName) manifestEntry = entry;
    if (name === fileListName) listEntry = entry;
    totalBytes += entry.uncompressedSize;
  }
  if (!manifestEntry) throw damaged(manifestName);
  if (!listEntry) throw damaged(fileListName);
  return { manifestEntry, listEntry, totalBytes };
}

async function readManifest(
  zip: ZipFile,
  entry: Entry,
  ours: Pick<VerifyDependencies, 'schema' | 'version'>,
): Promise<Manifest> {
  if (entry.uncompressedSize > maximumManifestBytes) throw damaged(manifestName);
  const pieces: Buffer[] = [];
  for await (const piece of await openEntry(zip, entry)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  // Nothing holds the hash of the manifest itself.
  if (crc32(bytes) !== entry.crc32) throw damaged(manifestName);
  const content = parseJsonText(bytes.toString('utf8'));
  const head = ManifestHead.safeParse(content);
  if (!head.success) throw damaged(placeIn(manifestName, head.error));
  const { format, version } = head.data;
  const isNewer = head.data.schema > ours.schema || (compareVersions(version, ours.version) ?? 0) > 0;
  if (format > formatVersion || isNewer) throw new TaskRefused(refuse('backup.newer', { version }));
  const manifest = Manifest.safeParse(content);
  if (!manifest.success) throw damaged(placeIn(manifestName, manifest.error));
  refuseTables(manifest.data, ours.schema);
  return manifest.data;
}

const placeIn = (name: string, error: z.ZodError) => [name, ...(error.issues[0]?.path ?? [])].map(String).join('.');

/** The tables are ours, in our order, with our columns; an older backup may lack what has a default. */
function refuseTables({ tables, schema: theirs }: Manifest, ours: number): void {
  const known = theirs < ours ? tablesByUid.filter(({ name }) => tables.some((t) => t.name === name)) : tablesByUid;
  if (tables.length !== known.length) throw damaged(`${manifestName}: tables`);
  for (const [order, table] of known.entries()) {
    const given = tables[order];
    if (given?.name !== table.name) throw damaged(`${manifestName}: ${table.name}`);
    const names = new Set(given.columns);
    const unknown = given.columns.find((name) => !table.columns.some((column) => column.name === name));
    const lacking = table.columns.find(({ name, mayLack }) => !names.has(name) && !(mayLack && theirs < ours));
    const wrong = unknown ?? lacking?.name ?? (names.size === given.columns.length ? undefined : 'columns');
    if (wrong !== undefined) throw damaged(`${table.name}.${wrong}`);
  }
}

/** What the zip must hold, in its order. */
async function* expectedEntries(manifest: Manifest, listPath: string): AsyncGenerator<ListedFile, undefined> {
  for (const { name, size_bytes, sha256 } of manifest.tables) yield { name: tableEntry(name), size_bytes, sha256 };
  let count = 0;
  if (manifest.files.count > 0) {
    for await (const file of listedFiles(listPath)) {
      count += 1;
      yield file;
    }
  }
  if (count !== manifest.files.count) throw damaged(fileListName);
  yield { name: fileListName, size_bytes: manifest.files.list_bytes, sha256: manifest.files.list_sha256 };
  yield { name: manifestName, size_bytes: 0, sha256: '' };
  return undefined;
}

async function* listedFiles(listPath: string): AsyncGenerator<ListedFile> {
  const seen = new Set<string>();
  for await (const line of readLines(listPath, maximumListLineBytes, () => damaged(fileListName))) {
    const file = ListedFile.safeParse(parseJsonText(line));
    const name = file.success ? readFileName(file.data.name) : undefined;
    if (!file.success || !name || seen.has(file.data.name)) throw damaged(fileListName);
    if (name.kind === 'releases' && name.uid !== file.data.sha256) throw damaged(file.data.name);
    seen.add(file.data.name);
    yield file.data;
  }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes of an entry, whose own header must agree with the zip's directory. */
async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: false });
  if (!header.fileName.equals(entry.fileNameRaw) || header.compressionMethod !== entry.compressionMethod) {
    throw damaged(entry.fileName);
  }
  return zip.openReadStreamPromise(entry);
}

/** Writes an entry to disk, or only reads it; every byte is counted, so that no size and no hash is believed. */
async function extract(zip: ZipFile, entry: Entry, expected: ListedFile, path: string | undefined): Promise<void> {
  if (entry.uncompressedSize !== expected.size_bytes) throw damaged(expected.name);
  const content = await openEntry(zip, entry);
  const measure = new Measure();
  const target = path === undefined ? nowhere() : await writeWorkingFile(path);
  await pipeline(content, measure, target);
  if (measure.sizeBytes !== expected.size_bytes || measure.sha256() !== expected.sha256) throw damaged(expected.name);
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
