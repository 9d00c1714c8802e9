import type { SampleChunk } from '../store/index.ts';

/**
 * Columns of one clock that are read from several places, row by row beside one another, however many rows each of them hands
 * on at once.
 * @throws where one of them has fewer rows than the first: what was computed of a record goes with it
 */
export async function* besideOneAnother(
  first: AsyncIterable<SampleChunk>,
  others: readonly AsyncIterable<SampleChunk>[],
): AsyncGenerator<SampleChunk> {
  if (others.length === 0) return yield* first;
  const readers = others.map((chunks) => new RowReader(chunks));
  try {
    for await (const { timesSeconds, columns } of first) {
      const beside: Float64Array[] = [];
      for (const reader of readers) beside.push(await reader.take(timesSeconds.length));
      yield { timesSeconds, columns: [...columns, ...beside] };
    }
  } finally {
    for (const reader of readers) await reader.close();
  }
}

/** Rows of the first column of chunks, as many at once as are wanted. */
class RowReader {
  readonly #chunks: AsyncIterator<SampleChunk>;
  #held: Float32Array | Float64Array = new Float64Array(0);

  constructor(chunks: AsyncIterable<SampleChunk>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(rows: number): Promise<Float64Array> {
    const taken = new Float64Array(rows);
    for (let done = 0; done < rows; ) {
      if (this.#held.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) throw new Error('a column has fewer rows than its clock');
        this.#held = next.value.columns[0] ?? new Float64Array(0);
        continue;
      }
      const piece = this.#held.subarray(0, rows - done);
      taken.set(piece, done);
      this.#held = this.#held.subarray(piece.length);
      done += piece.length;
    }
    return taken;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
