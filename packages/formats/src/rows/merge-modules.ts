import type { RecordingModuleInfo, RecordingSamples } from '../recording.ts';

/** A module to write: what it is, and its samples in chunks of any size, in time order. */
export interface ModuleSource extends RecordingModuleInfo {
  readonly chunks: AsyncIterable<RecordingSamples>;
}

/** Stands on the next row of one module; each of its chunks is valid until the next is asked for. */
export class RowCursor {
  /** Place among the modules. */
  readonly module: number;
  /** Infinite after the last row. */
  seconds = Number.POSITIVE_INFINITY;
  row = 0;
  #samples: RecordingSamples | undefined;
  readonly #chunks: AsyncIterator<RecordingSamples>;

  constructor({ chunks }: ModuleSource, module: number) {
    this.module = module;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether the next row is of another chunk, which has to be awaited. */
  get last(): boolean {
    return this.row + 1 >= (this.#samples?.timesSeconds.length ?? 0);
  }

  get values(): RecordingSamples['values'] {
    return this.#samples?.values ?? [];
  }

  step(): void {
    this.row++;
    this.#readTime();
  }

  /** Goes to the first row of the next chunk that has any. */
  async advance(): Promise<void> {
    this.row = 0;
    do {
      const next = await this.#chunks.next();
      this.#samples = next.done ? undefined : next.value;
    } while (this.#samples && this.#samples.timesSeconds.length === 0);
    this.#readTime();
  }

  #readTime(): void {
    this.seconds = this.#samples?.timesSeconds[this.row] ?? Number.POSITIVE_INFINITY;
  }
}

/** Cursors on the first rows of modules. */
export async function openCursors(modules: readonly ModuleSource[]): Promise<RowCursor[]> {
  const cursors = modules.map((module, i) => new RowCursor(module, i));
  for (const cursor of cursors) await cursor.advance();
  return cursors;
}

/** The cursor whose row comes next; undefined when all rows are through. */
export function earliest(cursors: readonly RowCursor[]): RowCursor | undefined {
  let found: RowCursor | undefined;
  for (const cursor of cursors) if (cursor.seconds < (found?.seconds ?? Number.POSITIVE_INFINITY)) found = cursor;
  return found;
}
