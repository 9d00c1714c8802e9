import {
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type { CurvesEntry } from './read-record-data.ts';

/** What a caller accepts to get curves in columns instead of rows of points. */
export const arrowType = 'application/vnd.apache.arrow.stream';

/** Whether the `Accept` header asks for Arrow. */
export function wantsArrow(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return String(headers.accept ?? '').includes(arrowType);
}

/**
 * Curves as one Arrow IPC stream with one row a curve (docs/record-data.md); `T` and `value` are lists, so that a reader
 * gets each curve as two typed arrays without copying.
 */
export function curvesToArrow(entries: readonly CurvesEntry[]): Uint8Array {
  const rows = entries.flatMap((entry) => entry.curves.map((curve) => ({ entry, curve })));
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
  return tableToIPC(new Table(schema, [new RecordBatch(schema, struct)]), 'stream');
}

function listVector(arrays: readonly Float64Array[], lengths: readonly number[]) {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + length;
  });
  const values = new Float64Array(offsets[lengths.length] ?? 0);
  arrays.forEach((array, i) => {
    values.set(array, offsets[i]);
  });
  const child = makeData({ type: new Float64(), data: values });
  const type = new List(new Field('item', new Float64(), false));
  return makeVector(makeData({ type, length: lengths.length, nullCount: 0, valueOffsets: offsets, child }));
}
