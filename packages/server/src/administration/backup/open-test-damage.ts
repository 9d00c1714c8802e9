import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPromise } from 'yauzl';

/** Every entry of a backup with its bytes, in their order. For tests. */
export async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
    entries.set(entry.fileName, Buffer.concat(pieces));
  }
  zip.close();
  return entries;
}

interface Summary {
  name: string;
  size_bytes: number;
  sha256: string;
}

export interface LooseManifest {
  format: number;
  schema: number;
  product: string;
  tables: (Summary & { rows: number; columns: string[] })[];
  files: { count: number; list_bytes: number; list_sha256: string };
}

export type Change = (entries: Map<string, Buffer>, manifest: LooseManifest) => void;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const manifestOf = (entries: ReadonlyMap<string, Buffer>): LooseManifest =>
  JSON.parse(String(entries.get('manifest.json')));

/** A backup whose manifest tells the truth about what was changed: only the content itself is wrong. */
export function rewritten(good: ReadonlyMap<string, Buffer>, change: Change): Map<string, Buffer> {
  const entries = new Map(good);
  const manifest = manifestOf(good);
  change(entries, manifest);
  const files = [...entries].filter(([name]) => name.startsWith('files/'));
  const list = Buffer.from(
    files.map(([name, b]) => `${JSON.stringify({ name, size_bytes: b.length, sha256: sha256(b) })}\n`).join(''),
  );
  manifest.files = { count: files.length, list_bytes: list.length, list_sha256: sha256(list) };
  for (const table of manifest.tables) {
    const bytes = entries.get(`tables/${table.name}.jsonl`) ?? Buffer.alloc(0);
    Object.assign(table, { size_bytes: bytes.length, sha256: sha256(bytes), rows: linesOf(bytes).length });
  }
  for (const name of ['files.jsonl', 'manifest.json']) entries.delete(name);
  entries.set('files.jsonl', list).set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  return entries;
}

export const linesOf = (bytes: Buffer) =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '');

/** Of all files in a folder, at this moment. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += (await file?.stat())?.size ?? 0;
    await file?.close();
  }
  return bytes;
}
