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
  readonly files: Pick<Files, 'list' | 'has' | 'delete' | 'localPath'>;
  /** Lets go of a folder before it is removed. */
  readonly forget: (folder: string) => Promise<void>;
  readonly mostBytes: () => number;
}

/**
 * What was computed, up to a number of bytes: those that were used longest ago go first, those that somebody reads never. What
 * an earlier start of the program left counts as used before all.
 */
export class ComputedCache {
  readonly #dependencies: Dependencies;
  readonly #kept = new Map<string, Kept>();
  /** How many read it, or wait for it. */
  readonly #readers = new Map<string, number>();
  /** Those that are being removed. */
  readonly #removals = new Map<string, Promise<void>>();
  #uses = 0;
  #looked: Promise<void> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Nothing makes room by removing it until the signal is aborted. */
  pin(name: string, until: AbortSignal): void {
    if (until.aborted) return;
    this.#readers.set(name, (this.#readers.get(name) ?? 0) + 1);
    const leave = () => {
      const others = (this.#readers.get(name) ?? 1) - 1;
      if (others === 0) this.#readers.delete(name);
      else this.#readers.set(name, others);
    };
    until.addEventListener('abort', leave, { once: true });
  }

  /** Whether it is there; it was used just now, then. What is being removed is gone first. */
  async use(name: string): Promise<boolean> {
    await this.#look();
    await this.#removals.get(name);
    const before = this.#kept.get(name);
    if (before !== undefined && !(await this.#dependencies.files.has(stored.computed(name)))) {
      if (this.#kept.get(name) === before) this.#kept.delete(name);
    }
    const kept = this.#kept.get(name);
    if (kept !== undefined) kept.used = ++this.#uses;
    return kept !== undefined;
  }

  /** A new one is in its place: others go, of the record those of earlier signals at once. */
  async add(name: string, bytes: number): Promise<void> {
    await this.#look();
    this.#kept.set(name, { bytes, used: ++this.#uses });
    const { uid, version } = partsOf(name);
    for (const other of this.#free()) {
      const its = partsOf(other);
      if (its.uid === uid && its.version < version) await this.#remove(other);
    }
    const all = [...this.#kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    await this.#removeOldest(all - this.#dependencies.mostBytes(), name);
  }

  /** Removes as many bytes as are lacking, or nothing where all that nobody reads is less. False where nothing was removed. */
  async makeRoom(lackingBytes: number): Promise<boolean> {
    await this.#look();
    const bytes = this.#free().reduce((sum, name) => sum + (this.#kept.get(name)?.bytes ?? 0), 0);
    if (bytes < lackingBytes) return false;
    await this.#removeOldest(lackingBytes);
    return true;
  }

  /** Removes what was computed of a record, whoever reads it: the record is gone. */
  async forgetRecord(uid: string): Promise<void> {
    await this.#look();
    for (const name of [...this.#kept.keys()].filter((one) => partsOf(one).uid === uid)) await this.#remove(name);
  }

  /** Those that nobody reads, from the one that was used longest ago on. */
  #free(): string[] {
    return [...this.#kept]
      .filter(([name]) => !this.#readers.has(name))
      .sort(([, a], [, b]) => a.used - b.used)
      .map(([name]) => name);
  }

  /** @param keep one that stays */
  async #removeOldest(bytes: number, keep?: string): Promise<void> {
    let left = bytes;
    for (const name of this.#free()) {
      if (left <= 0) return;
      const kept = this.#kept.get(name);
      // While others were removed, somebody began to read this one, or removed it, too.
      if (kept === undefined || name === keep || this.#readers.has(name)) continue;
      await this.#remove(name);
      left -= kept.bytes;
    }
  }

  #remove(name: string): Promise<void> {
    this.#kept.delete(name);
    const removal = this.#removeFolder(name).finally(() => this.#removals.delete(name));
    this.#removals.set(name, removal);
    return removal;
  }

  async #removeFolder(name: string): Promise<void> {
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

/** A name is the record's uid, the version of its signals and what was computed, with points between. */
function partsOf(name: string): { readonly uid: string; readonly version: number } {
  const [uid = '', version = ''] = name.split('.');
  return { uid, version: Number(version) };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
