import type { RecordingSamples } from '@sillage/formats';

/** Rows handed on at once. */
const rowsAChunk = 8192;

/** Leaves out the rows in which any column has no value. */
export async function* dropIncomplete(chunks: AsyncIterable<RecordingSamples>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, values } of chunks) {
    const kept: number[] = [];
    for (let row = 0; row < timesSeconds.length; row++) {
      if (values.every((column) => !Number.isNaN(column[row]))) kept.push(row);
    }
    if (kept.length === timesSeconds.length) yield { timesSeconds, values };
    else if (kept.length > 0) {
      const pick = (from: Float32Array | Float64Array) => {
        const to = from instanceof Float32Array ? new Float32Array(kept.length) : new Float64Array(kept.length);
        kept.forEach((row, i) => {
          to[i] = from[row] ?? Number.NaN;
        });
        return to;
      };
      yield { timesSeconds: Float64Array.from(kept, (row) => timesSeconds[row] ?? 0), values: values.map(pick) };
    }
  }
}

/**
 * Values at a steady rate from the first sample on, linear between the samples around each moment; NaN beside a sample
 * without a value.
 */
export async function* resample(
  chunks: AsyncIterable<RecordingSamples>,
  rateHz: number,
): AsyncGenerator<RecordingSamples> {
  let first: number | undefined;
  let count = 0;
  let before: { time: number; row: number[] } | undefined;
  let out: RowGatherer | undefined;
  for await (const { timesSeconds, values } of chunks) {
    out ??= new RowGatherer(values);
    for (let i = 0; i < timesSeconds.length; i++) {
      const time = timesSeconds[i] ?? 0;
      const row = values.map((column) => column[i] ?? Number.NaN);
      first ??= time;
      const start = before ?? { time, row };
      for (let at = first + count / rateHz; at <= time; at = first + count / rateHz) {
        const share = time > start.time ? (at - start.time) / (time - start.time) : 1;
        // The ends are taken as they are: a NaN neighbour of weight 0 must not spoil them.
        out.add(at, (c) => between(start.row[c] ?? Number.NaN, row[c] ?? Number.NaN, share));
        count++;
        if (out.rows === rowsAChunk) yield out.take();
      }
      before = { time, row };
    }
  }
  if (out && out.rows > 0) yield out.take();
}

function between(a: number, b: number, share: number): number {
  if (share <= 0) return a;
  return share >= 1 ? b : a + (b - a) * share;
}

/** Gathers rows into columns of the same types as the source's. */
class RowGatherer {
  rows = 0;
  readonly #areFloat32: readonly boolean[];
  #times = new Float64Array(rowsAChunk);
  #values: (Float32Array | Float64Array)[];

  constructor(like: RecordingSamples['values']) {
    this.#areFloat32 = like.map((column) => column instanceof Float32Array);
    this.#values = this.#fresh();
  }

  add(time: number, read: (column: number) => number): void {
    this.#times[this.rows] = time;
    this.#values.forEach((column, c) => {
      column[this.rows] = read(c);
    });
    this.rows++;
  }

  take(): RecordingSamples {
    const rows = this.rows;
    const taken = {
      timesSeconds: this.#times.subarray(0, rows),
      values: this.#values.map((column) => column.subarray(0, rows)),
    };
    this.#times = new Float64Array(rowsAChunk);
    this.#values = this.#fresh();
    this.rows = 0;
    return taken;
  }

  #fresh(): (Float32Array | Float64Array)[] {
    return this.#areFloat32.map((is) => (is ? new Float32Array(rowsAChunk) : new Float64Array(rowsAChunk)));
  }
}
