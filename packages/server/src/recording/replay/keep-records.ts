import type { StoredRecord } from '@sillage/device-protocol';
import type { BlockPlace } from './read-blocks.ts';

/** A block of a module in a record: where it is made again from. */
interface Kept {
  readonly id: number;
  readonly startUs: number;
  readonly originUs: number;
  stopUs: number | null;
  /** Module → of each block its window, and which one of that window it is. */
  readonly blocks: Map<string, { readonly windows: number[]; readonly parts: Map<number, number> }>;
}

/** Record ids count seconds from here, so that no replay uses one again. */
const recordIdsFromSeconds = Date.UTC(2020, 0, 1) / 1000;
/** Records that a replay keeps until the server has them. */
const mostRecords = 100;

/** What a replay has recorded: not the blocks, which can be made again, but which they are. */
export class ReplayMemory {
  readonly #records = new Map<number, Kept>();
  readonly #modules: readonly string[];
  #running: Kept | undefined;
  #firstWindow = 0;

  constructor(modules: readonly string[]) {
    this.#modules = modules;
  }

  get isFull(): boolean {
    return this.#records.size >= mostRecords;
  }

  get isEmpty(): boolean {
    return this.#records.size === 0;
  }

  get running(): { readonly id: number; readonly startUs: number } | null {
    return this.#running ? { id: this.#running.id, startUs: this.#running.startUs } : null;
  }

  /** Begins a record with a window. */
  begin(firstWindow: number, startUs: number, originUs: number): number {
    const id = Math.max(...this.#records.keys(), Math.floor(startUs / 1e6) - recordIdsFromSeconds - 1, 0) + 1;
    const blocks = new Map(this.#modules.map((module) => [module, { windows: [], parts: new Map() }]));
    this.#running = { id, startUs, originUs, stopUs: null, blocks };
    this.#firstWindow = firstWindow;
    this.#records.set(id, this.#running);
    return id;
  }

  /** Takes a block into the running record; undefined when none runs then. */
  add(module: string, window: number, part: number): BlockPlace | undefined {
    const blocks = this.#running?.blocks.get(module);
    if (this.#running === undefined || blocks === undefined || window < this.#firstWindow) return undefined;
    const sequence = blocks.windows.push(window) - 1;
    if (part > 0) blocks.parts.set(sequence, part);
    return { window, part, sequence, recordId: this.#running.id, originUs: this.#running.originUs };
  }

  end(stopUs: number): StoredRecord | undefined {
    const ended = this.#running;
    if (ended === undefined) return undefined;
    ended.stopUs = stopUs;
    this.#running = undefined;
    return describe(ended);
  }

  has(id: number): boolean {
    return this.#records.has(id);
  }

  /** A block of a record by its sequence. */
  find(id: number, module: string, sequence: number): BlockPlace | undefined {
    const kept = this.#records.get(id);
    const blocks = kept?.blocks.get(module);
    const window = blocks?.windows[sequence];
    if (kept === undefined || blocks === undefined || window === undefined) return undefined;
    return { window, part: blocks.parts.get(sequence) ?? 0, sequence, recordId: id, originUs: kept.originUs };
  }

  list(after = 0): StoredRecord[] {
    return [...this.#records.values()].filter(({ id }) => id > after).map(describe);
  }

  forget(id: number): void {
    this.#records.delete(id);
  }
}

function describe({ id, startUs, stopUs, blocks }: Kept): StoredRecord {
  const counts = [...blocks].map(([module, { windows }]) => [module, windows.length] as const);
  return { id, startUs, stopUs, blocks: Object.fromEntries(counts) };
}
