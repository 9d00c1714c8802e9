import type { StoredRecord } from '@sillage/device-protocol';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PhoneModule } from './phone-modules.ts';

/** A record in the phone's memory. `blocks` counts those of each module. */
interface KeptRecord {
  readonly id: number;
  readonly startUs: number;
  readonly stopUs: number | null;
  readonly lastUs: number;
  readonly blocks: Readonly<Partial<Record<PhoneModule, number>>>;
  /** What its blocks take, bytes. */
  readonly bytes: number;
}

/** Who this phone is to its hub. */
export interface PhoneIdentity {
  readonly number: number;
  readonly secret: string;
  readonly name: string;
}

interface Shelf extends DBSchema {
  self: { key: 'identity'; value: PhoneIdentity };
  records: { key: number; value: KeptRecord };
  blocks: { key: [recordId: number, module: PhoneModule, sequence: number]; value: Uint8Array<ArrayBuffer> };
}

/** A block on its way into the memory. */
export interface NewBlock {
  readonly module: PhoneModule;
  readonly sequence: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * What a phone recorded, until its hub has it: in the browser's database, so that a page that was closed, reloaded or killed has it
 * still. Each batch of blocks and the count of them are one transaction.
 */
export class PhoneMemory {
  readonly #database: IDBPDatabase<Shelf>;

  private constructor(database: IDBPDatabase<Shelf>) {
    this.#database = database;
  }

  static async open(name: string): Promise<PhoneMemory> {
    const database = await openDB<Shelf>(name, 1, {
      upgrade: (made) => {
        made.createObjectStore('self');
        made.createObjectStore('records', { keyPath: 'id' });
        made.createObjectStore('blocks');
      },
    });
    return new PhoneMemory(database);
  }

  /** Undefined until the phone has joined. */
  identity(): Promise<PhoneIdentity | undefined> {
    return this.#database.get('self', 'identity');
  }

  async become(identity: PhoneIdentity): Promise<void> {
    await this.#database.put('self', identity, 'identity');
  }

  /** It joins anew, as another one: what it recorded as the former one is not that one's any more. */
  async leave(): Promise<void> {
    await this.#database.delete('self', 'identity');
  }

  /** By id. */
  records(): Promise<KeptRecord[]> {
    return this.#database.getAll('records');
  }

  async begin(id: number, startUs: number): Promise<void> {
    const record = { id, startUs, stopUs: null, lastUs: startUs, blocks: {}, bytes: 0 };
    await this.#database.put('records', record);
  }

  /** @throws when the memory is full or gone: then none of them is in it. */
  async keep(recordId: number, blocks: readonly NewBlock[], lastUs: number): Promise<void> {
    const work = this.#database.transaction(['records', 'blocks'], 'readwrite', { durability: 'strict' });
    const record = await work.objectStore('records').get(recordId);
    if (record === undefined) throw new Error(`no record ${recordId} in this phone`);
    const counts = { ...record.blocks };
    let bytes = record.bytes;
    for (const { module, sequence, bytes: block } of blocks) {
      void work.objectStore('blocks').put(block, [recordId, module, sequence]);
      counts[module] = sequence + 1;
      bytes += block.length;
    }
    void work.objectStore('records').put({ ...record, blocks: counts, bytes, lastUs });
    await work.done;
  }

  async end(id: number, stopUs: number): Promise<StoredRecord> {
    const work = this.#database.transaction('records', 'readwrite', { durability: 'strict' });
    const record = await work.store.get(id);
    if (record === undefined) throw new Error(`no record ${id} in this phone`);
    const ended = { ...record, stopUs };
    await work.store.put(ended);
    await work.done;
    return storedRecord(ended);
  }

  /** Those that are there, in the order asked. */
  async read(recordId: number, module: PhoneModule, sequences: readonly number[]): Promise<Uint8Array<ArrayBuffer>[]> {
    const { store } = this.#database.transaction('blocks');
    const found = await Promise.all(sequences.map((sequence) => store.get([recordId, module, sequence])));
    return found.filter((block) => block !== undefined);
  }

  async forget(recordId: number): Promise<void> {
    const work = this.#database.transaction(['records', 'blocks'], 'readwrite');
    void work.objectStore('blocks').delete(IDBKeyRange.bound([recordId], [recordId, []]));
    void work.objectStore('records').delete(recordId);
    await work.done;
  }

  close(): void {
    this.#database.close();
  }
}

/** As the hub asks for it: a record without a block names a module all the same. */
export function storedRecord({ id, startUs, stopUs, blocks }: KeptRecord): StoredRecord {
  const counts = Object.entries(blocks);
  return { id, startUs, stopUs, blocks: counts.length === 0 ? { imu: 0 } : Object.fromEntries(counts) };
}
