import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PageArena } from '@sillage/signal';
import { identityOf } from './identity-of-folder.ts';
import { pyramidFolder } from './module-metadata.ts';
import { closeModule, type OpenModule, openModule } from './open-module.ts';
import { unlessAbsent } from './unless-absent.ts';

/** Extremes and moments. */
const sidecarsOfModule = 2;
const ending = '.parquet';

/** A record's modules, open while somebody reads or the cache keeps it. */
export class OpenRecord {
  readonly modules: readonly OpenModule[];
  readonly #identity: string;
  #readers = 0;
  #retired = false;
  readonly #closed = Promise.withResolvers<void>();

  constructor(modules: readonly OpenModule[], identity: string) {
    this.modules = modules;
    this.#identity = identity;
  }

  is(identity: string): boolean {
    return this.#identity === identity;
  }

  /** Of sample times that an open record keeps in memory, which no page cache counts. */
  get timesBytes(): number {
    return this.modules.reduce((sum, { timePages, extremes }) => sum + (timePages ? 8 * extremes.rows : 0), 0);
  }

  get durationSeconds(): number {
    return this.modules.reduce((end, { stored }) => Math.max(end, stored.endSeconds), 0);
  }

  get busy(): boolean {
    return this.#readers > 0;
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    this.#readers++;
    try {
      return await work();
    } finally {
      this.#readers--;
      this.#closeWhenIdle();
    }
  }

  /** Closes once the last reader has gone. */
  retire(): Promise<void> {
    if (!this.#retired) {
      this.#retired = true;
      this.#closeWhenIdle();
    }
    return this.#closed.promise;
  }

  #closeWhenIdle(): void {
    if (this.#retired && this.#readers === 0) {
      this.#closed.resolve(Promise.all(this.modules.map(closeModule)).then(() => undefined));
    }
  }
}

async function openRecord(folder: string, identity: string, arena: PageArena): Promise<OpenRecord | undefined> {
  const entries = await unlessAbsent(readdir(folder));
  const sidecars = await unlessAbsent(readdir(join(folder, pyramidFolder)));
  if (!entries || !sidecars) return undefined;
  const files = entries.filter((file) => file.endsWith(ending));
  const opened = await Promise.all(files.map((file) => openModule(folder, file.slice(0, -ending.length), arena)));
  const modules = opened.filter((module) => module !== undefined);
  // files of two folders, where one was put in place of the other while they were opened, are no record
  const whole = modules.length === files.length && sidecars.length === files.length * sidecarsOfModule;
  if (!whole || identityOf(folder) !== identity) {
    await Promise.all(modules.map(closeModule));
    return undefined;
  }
  modules.sort((a, b) => a.stored.order - b.stored.order);
  return new OpenRecord(modules, identity);
}

/** Keeps the records read last open, as many as are allowed and as their times have room. */
export class OpenRecords {
  readonly #arena: PageArena;
  readonly #kept: number;
  readonly #timesBytes: number;
  readonly #bytesOf = new WeakMap<Promise<OpenRecord | undefined>, number>();
  readonly #records = new Map<string, Promise<OpenRecord | undefined>>();
  readonly #durations = new WeakMap<Promise<OpenRecord | undefined>, number>();

  /**
   * @param kept records open at once, beside those being read
   * @param timesBytes of their sample times in memory, beside those being read
   */
  constructor(arena: PageArena, kept: number, timesBytes: number) {
    this.#timesBytes = timesBytes;
    this.#arena = arena;
    this.#kept = kept;
  }

  /** s; of a record that is open, as it was when it was read last. */
  openDuration(folder: string): number | undefined {
    const opening = this.#records.get(resolve(folder));
    return opening && this.#durations.get(opening);
  }

  /** Reads a record; undefined when its folder is absent or damaged. */
  async read<T>(folder: string, work: (record: OpenRecord) => Promise<T>): Promise<T | undefined> {
    const key = resolve(folder);
    for (;;) {
      const identity = identityOf(key);
      if (identity === undefined) {
        await this.forget(key);
        return undefined;
      }
      const opening: Promise<OpenRecord | undefined> = this.#records.get(key) ?? openRecord(key, identity, this.#arena);
      // at the end: read last
      this.#records.delete(key);
      this.#records.set(key, opening);
      let record: OpenRecord | undefined;
      try {
        record = await opening;
      } catch (error) {
        this.#drop(key, opening);
        throw error;
      }
      if (!record) {
        this.#drop(key, opening);
        if (identityOf(key) === identity) return undefined;
        continue;
      }
      // forgotten while it opened, or replaced on disk since
      if (this.#records.get(key) !== opening) continue;
      if (record.is(identity)) {
        this.#bytesOf.set(opening, record.timesBytes);
        this.#durations.set(opening, record.durationSeconds);
        const reading = record.read(() => work(record));
        void this.#retireOldest();
        return reading;
      }
      this.#drop(key, opening);
      await record.retire();
    }
  }

  #drop(key: string, opening: Promise<OpenRecord | undefined>): void {
    if (this.#records.get(key) === opening) this.#records.delete(key);
  }

  #keptBytes(): number {
    let bytes = 0;
    for (const opening of this.#records.values()) bytes += this.#bytesOf.get(opening) ?? 0;
    return bytes;
  }

  async #retireOldest(): Promise<void> {
    for (const [key, opening] of this.#records) {
      if (this.#records.size <= this.#kept && this.#keptBytes() <= this.#timesBytes) return;
      const record = await opening.catch(() => undefined);
      if (record?.busy || this.#records.get(key) !== opening) continue;
      this.#records.delete(key);
      await record?.retire();
    }
  }

  /** Closes a record, once its readers are done. */
  async forget(folder: string): Promise<void> {
    const key = resolve(folder);
    const opening = this.#records.get(key);
    this.#records.delete(key);
    await (await opening?.catch(() => undefined))?.retire();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#records.keys()].map((key) => this.forget(key)));
  }
}
