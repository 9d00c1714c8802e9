import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { blockHeaderBytes, maxBlockBytes, readBlockHeader, type StoredRecord } from '@sillage/device-protocol';
import { z } from 'zod';

const Head = z.object({
  id: z.int().positive(),
  startUs: z.int().nonnegative(),
  stopUs: z.int().nonnegative().nullable(),
  /** Module name → id in the blocks. */
  modules: z.record(z.string(), z.int()),
});
type Head = z.infer<typeof Head>;

/** Where a block lies in the record's file. */
interface Place {
  readonly at: number;
  readonly length: number;
}

/** One record in the memory of a device. */
interface Kept {
  head: Head;
  /** Module id → places by sequence. */
  readonly places: Map<number, Place[]>;
  fileBytes: number;
  lastSampleUs: number;
}

const lengthBytes = 4;
/** Records described in one answer, which is at most 64 KB. */
const maxPage = 200;

/**
 * The memory of a device: a folder with, for each record, a small JSON head and an append-only file of blocks, each after
 * its length (uint32). It survives the end of the process at any moment; a torn last block is cut off.
 */
export class RecordShelf {
  readonly #folder: string;
  readonly #records = new Map<number, Kept>();
  #appending: { id: number; file: number } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const id = Number(/^(\d+)\.json$/.exec(name)?.[1]);
      if (id) this.#open(id);
    }
  }

  list(): StoredRecord[] {
    return [...this.#records.keys()].sort((a, b) => a - b).map((id) => this.#describe(this.#kept(id)));
  }

  /** Those above `after`, so many of them that an answer holds them. */
  page({ after = 0, limit = maxPage }: { after?: number | undefined; limit?: number | undefined }) {
    const above = this.list().filter(({ id }) => id > after);
    const records = above.slice(0, Math.min(limit, maxPage));
    return { records, ...(records.length < above.length && { more: true }) };
  }

  has(id: number): boolean {
    return this.#records.has(id);
  }

  /** Highest id on the shelf, 0 when it is empty. */
  get lastId(): number {
    return Math.max(0, ...this.#records.keys());
  }

  /** A record that was being written when the device lost its power. */
  get unfinished(): { id: number; startUs: number; lastSampleUs: number } | undefined {
    for (const { head, lastSampleUs } of this.#records.values()) {
      if (head.stopUs === null) return { id: head.id, startUs: head.startUs, lastSampleUs };
    }
    return undefined;
  }

  begin(id: number, startUs: number, modules: Readonly<Record<string, number>>): void {
    const kept: Kept = {
      head: { id, startUs, stopUs: null, modules: { ...modules } },
      places: new Map(),
      fileBytes: 0,
      lastSampleUs: startUs,
    };
    this.#writeHead(kept.head);
    this.#records.set(id, kept);
    this.resume(id);
  }

  /** Goes on with a record that {@link unfinished} named. */
  resume(id: number): void {
    this.#appending = { id, file: openSync(this.#path(id, 'blocks'), 'a') };
  }

  /** Sequence of the next block of a module in the record that is being written. */
  nextSequence(moduleId: number): number {
    return this.#appending ? (this.#kept(this.#appending.id).places.get(moduleId)?.length ?? 0) : 0;
  }

  append(moduleId: number, block: Uint8Array): void {
    if (!this.#appending) throw new Error('no record is being written');
    const kept = this.#kept(this.#appending.id);
    const framed = Buffer.allocUnsafe(lengthBytes + block.length);
    framed.writeUInt32LE(block.length);
    framed.set(block, lengthBytes);
    const written = writeSync(this.#appending.file, framed);
    if (written !== framed.length) throw new Error(`memory full: ${written} of ${framed.length} bytes written`);
    this.#note(kept, moduleId, block.length);
  }

  /** Ends the record that is being written. */
  finish(stopUs: number): StoredRecord {
    if (!this.#appending) throw new Error('no record is being written');
    closeSync(this.#appending.file);
    const kept = this.#kept(this.#appending.id);
    this.#appending = undefined;
    return this.#end(kept, stopUs);
  }

  /** As {@link finish}, when the disk may be failing: then the record ends at the next start. */
  abandon(stopUs: number): void {
    try {
      this.finish(stopUs);
    } catch {
      this.#appending = undefined;
    }
  }

  /** Ends a record that {@link unfinished} named where its samples end. */
  giveUp(id: number): void {
    const kept = this.#kept(id);
    this.#end(kept, kept.lastSampleUs);
  }

  /** The stored blocks of a module; sequences that were never written are left out. */
  read(id: number, module: string, sequences: readonly number[]): Uint8Array[] {
    const kept = this.#kept(id);
    const places = kept.places.get(kept.head.modules[module] ?? 0) ?? [];
    const file = openSync(this.#path(id, 'blocks'), 'r');
    try {
      return sequences.flatMap((sequence) => {
        const place = places[sequence];
        if (!place) return [];
        const block = new Uint8Array(place.length);
        return readSync(file, block, 0, place.length, place.at) === place.length ? [block] : [];
      });
    } finally {
      closeSync(file);
    }
  }

  delete(id: number): void {
    // The head goes first: without it the record does not exist.
    rmSync(this.#path(id, 'json'), { force: true });
    rmSync(this.#path(id, 'blocks'), { force: true });
    this.#records.delete(id);
  }

  #open(id: number): void {
    const head = Head.safeParse(readJson(this.#path(id, 'json')));
    if (!head.success) return;
    const path = this.#path(id, 'blocks');
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const kept: Kept = { head: head.data, places: new Map(), fileBytes: 0, lastSampleUs: head.data.startUs };
    while (kept.fileBytes + lengthBytes + blockHeaderBytes < bytes.length) {
      const length = bytes.readUInt32LE(kept.fileBytes);
      const block = bytes.subarray(kept.fileBytes + lengthBytes, kept.fileBytes + lengthBytes + length);
      const header = length <= maxBlockBytes && block.length === length ? readBlockHeader(block) : 'short';
      if (typeof header === 'string') break;
      kept.lastSampleUs = Math.max(kept.lastSampleUs, header.firstSampleUs);
      this.#note(kept, header.moduleId, length);
    }
    if (kept.fileBytes < bytes.length) cutFile(path, kept.fileBytes);
    this.#records.set(id, kept);
  }

  #note(kept: Kept, moduleId: number, length: number): void {
    const places = kept.places.get(moduleId) ?? [];
    places.push({ at: kept.fileBytes + lengthBytes, length });
    kept.places.set(moduleId, places);
    kept.fileBytes += lengthBytes + length;
  }

  #end(kept: Kept, stopUs: number): StoredRecord {
    kept.head = { ...kept.head, stopUs };
    this.#writeHead(kept.head);
    return this.#describe(kept);
  }

  #describe({ head, places }: Kept): StoredRecord {
    const blocks = Object.entries(head.modules).map(([name, id]) => [name, places.get(id)?.length ?? 0] as const);
    return { id: head.id, startUs: head.startUs, stopUs: head.stopUs, blocks: Object.fromEntries(blocks) };
  }

  #writeHead(head: Head): void {
    writeJson(this.#path(head.id, 'json'), head);
  }

  #kept(id: number): Kept {
    const kept = this.#records.get(id);
    if (!kept) throw new Error(`no record ${id}`);
    return kept;
  }

  #path(id: number, kind: 'json' | 'blocks'): string {
    return join(this.#folder, `${id}.${kind}`);
  }
}

/** What a JSON file holds; undefined when there is none or it is damaged. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces a JSON file in one step. */
export function writeJson(path: string, content: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(content));
  renameSync(`${path}.new`, path);
}

function cutFile(path: string, bytes: number): void {
  const file = openSync(path, 'r+');
  ftruncateSync(file, bytes);
  closeSync(file);
}
