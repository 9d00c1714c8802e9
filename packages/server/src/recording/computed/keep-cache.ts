import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../platform/files/index.ts';
import { stored } from '../../platform/files/index.ts';

/** Signs of a record's uid, which a name begins with. */
const uidLength = 36;

interface Kept {
  readonly bytes: number;
  /** How many were used before it was last. */
  used: number;
}

interface Dependencies {
  readonly files: Pick<Files, 'list' | 'delete' | 'localPath'>;
  /** Lets go of a folder before it is removed. */
  readonly forget: (folder: string) => Promise<void>;
  readonly mostBytes: () => number;
}

/**
 * What was computed, up to a number of bytes: those that were used longest ago go first. What an earlier start of the program
 * left counts as used before all.
 */
export class ComputedCache {
  readonly #dependencies: Dependencies;
  readonly #kept = new Map<string, Kept>();
  #uses = 0;
  #looked: Promise<void> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether it is there; it was used just now, then. */
  async use(name: string): Promise<boolean> {
    await this.#look();
    const kept = this.#kept.get(name);
    if (kept !== undefined) kept.used = ++this.#uses;
    return kept !== undefined;
  }

  /** A new one is in its place: others go, of the record those of earlier signals at once. */
  async add(name: string, bytes: number, ofRecord: { readonly uid: string; readonly prefix: string }): Promise<void> {
    await this.#look();
    this.#kept.set(name, { bytes, used: ++this.#uses });
    const isStale = (other: string) => other.startsWith(`${ofRecord.uid}.`) && !other.startsWith(ofRecord.prefix);
    for (const other of [...this.#kept.keys()].filter(isStale)) await this.#remove(other);
    await this.makeRoom(this.#dependencies.mostBytes(), name);
  }

  /** Removes until no more than so many bytes are left. @param keep one that stays */
  async makeRoom(mostBytes: number, keep?: string): Promise<void> {
    await this.#look();
    const oldest = [...this.#kept].sort(([, a], [, b]) => a.used - b.used);
    let bytes = oldest.reduce((sum, [, one]) => sum + one.bytes, 0);
    for (const [name, one] of oldest) {
      if (bytes <= mostBytes) return;
      if (name === keep) continue;
      await this.#remove(name);
      bytes -= one.bytes;
    }
  }

  async forgetRecord(uid: string): Promise<void> {
    await this.#look();
    for (const name of [...this.#kept.keys()].filter((one) => one.startsWith(`${uid}.`))) await this.#remove(name);
  }

  async #remove(name: string): Promise<void> {
    this.#kept.delete(name);
    const { files, forget } = this.#dependencies;
    await forget(await files.localPath(stored.computed(name)));
    await files.delete(stored.computed(name));
  }

  #look(): Promise<void> {
    this.#looked ??= this.#lookNow().catch((error: unknown) => {
      this.#looked = undefined;
      throw error;
    });
    return this.#looked;
  }

  async #lookNow(): Promise<void> {
    const { files } = this.#dependencies;
    for (const name of await files.list('computed')) {
      if (this.#kept.has(name) || name[uidLength] !== '.') continue;
      this.#kept.set(name, { bytes: await bytesIn(await files.localPath(stored.computed(name))), used: 0 });
    }
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
