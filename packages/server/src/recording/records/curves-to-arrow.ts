import {
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { nextTurn } from '../../platform/clock/index.ts';
import type { CurvesEntry } from './read-record-data.ts';

/** What a caller accepts to get curves in columns instead of rows of points. */
export const arrowType = 'application/vnd.apache.arrow.stream';

/** Whether the `Accept` header names Arrow, and wants JSON no more than it. */
export function wantsArrow(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const weights = new Map(
    String(headers.accept ?? '')
      .split(',')
      .map((range) => weightOf(range)),
  );
  const arrow = weights.get(arrowType) ?? 0;
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return arrow > 0 && arrow >= json;
}

/** `type/sub;q=0.5` → type and weight, 1 unless said. */
function weightOf(range: string): readonly [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='));
  return [type, weight === undefined ? 1 : Number(weight.slice(2))];
}

type Row = { readonly entry: CurvesEntry; readonly curve: CurvesEntry['curves'][number] };

/** Points of a record batch, unless a curve alone has more, which is not copied. */
const pointsABatch = 262_144;
/** What is handed to the network at once. */
const pieceBytes = 65_536;

/**
 * Curves as one Arrow IPC stream with one row a curve (docs/record-data.md), piece by piece; other work goes on between
 * record batches. `T` and `value` are lists, so that a reader gets each curve as two typed arrays without copying.
 */
export async function* curvesToArrow(entries: readonly CurvesEntry[]): AsyncGenerator<Uint8Array> {
  const rows = entries.flatMap((entry) => entry.curves.map((curve) => ({ entry, curve })));
  const writer = new CountingWriter();
  const written = writer[Symbol.asyncIterator]();
  let sentBytes = 0;
  for (const batch of inBatches(rows)) {
    await nextTurn();
    writer.write(batchOf(batch));
    while (sentBytes < writer.writtenBytes) {
      const { value } = await written.next();
      if (value === undefined || value === null) throw new Error('an Arrow stream ended before its end');
      sentBytes += value.length;
      yield* inPieces(value);
    }
  }
  writer.finish();
  yield* written;
}

class CountingWriter extends RecordBatchStreamWriter {
  get writtenBytes(): number {
    return this._position;
  }
}

/** Small pieces, so that a slow reader is seen to go on reading. */
function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function* inBatches(rows: readonly Row[]): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let points = 0;
  for (const row of rows) {
    const more = row.curve.values.length;
    if (batch.length > 0 && points + more > pointsABatch) {
      yield batch;
      [batch, points] = [[], 0];
    }
    batch.push(row);
    points += more;
  }
  yield batch;
}

function batchOf(rows: readonly Row[]): RecordBatch {
  const lengths = rows.map(({ curve }) => curve.timesSeconds.length);
  const ints = (pick: (row: (typeof rows)[number]) => number) => makeVector(Int32Array.from(rows, pick));
  const doubles = (pick: (row: (typeof rows)[number]) => number) => makeVector(Float64Array.from(rows, pick));
  const texts = (pick: (row: (typeof rows)[number]) => string | null) => vectorFromArray(rows.map(pick), new Utf8());
  const columns = {
    record: ints(({ entry }) => entry.recordId),
    entry: ints(({ entry }) => entry.entry),
    variable: texts(({ curve }) => curve.variable),
    from: doubles(({ entry }) => entry.fromSeconds),
    to: doubles(({ entry }) => entry.toSeconds),
    selection: vectorFromArray(
      rows.map(({ entry }) => entry.selectionNum),
      new Int32(),
    ),
    slot: texts(({ entry }) => (entry.slotId === null ? null : String(entry.slotId))),
    label: texts(({ entry }) => entry.label),
    T: listVector(
      rows.map(({ curve }) => curve.timesSeconds),
      lengths,
    ),
    value: listVector(
      rows.map(({ curve }) => curve.values),
      lengths,
    ),
  };
  const children = Object.values(columns).map((vector) => vector.data[0] ?? makeData({ type: vector.type }));
  const schema = new Schema(Object.entries(columns).map(([name, vector]) => new Field(name, vector.type, true)));
  const struct = makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children });
  return new RecordBatch(schema, struct);
}

function listVector(arrays: readonly Float64Array[], lengths: readonly number[]) {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + length;
  });
  const child = makeData({ type: new Float64(), data: joined(arrays, offsets) });
  const type = new List(new Field('item', new Float64(), false));
  return makeVector(makeData({ type, length: lengths.length, nullCount: 0, valueOffsets: offsets, child }));
}

/** One after the other; the very same array when it is alone. */
function joined(arrays: readonly Float64Array[], offsets: Int32Array): Float64Array {
  const [first] = arrays;
  if (first !== undefined && arrays.length === 1) return first;
  const all = new Float64Array(offsets.at(-1) ?? 0);
  arrays.forEach((array, i) => {
    all.set(array, offsets[i]);
  });
  return all;
}
