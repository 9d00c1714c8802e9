import { DataType, type RecordBatch, RecordBatchReader, type Vector } from 'apache-arrow';

/** What to put in `Accept` to get curves in this form. */
export const curvesMediaType = 'application/vnd.apache.arrow.stream';

/** One curve of a reply in columns. The arrays are views of the reply's bytes. */
export interface Curve {
  readonly recordId: number;
  /** Position of the request among those for this record. */
  readonly entry: number;
  /** `module.variable` */
  readonly variable: string;
  /** s; the window that was asked for */
  readonly from: number;
  readonly to: number;
  readonly selectionNum: number | null;
  readonly slotId: string | null;
  readonly label: string | null;
  readonly T: Float64Array;
  /** NaN where the signal has a gap. */
  readonly value: Float64Array;
}

/** Reads the Arrow form of `/records/data` (docs/record-data.md). @throws when the bytes are something else. */
export function decodeCurves(bytes: Uint8Array): Curve[] {
  const curves: Curve[] = [];
  for (const batch of RecordBatchReader.from(bytes)) {
    const columns = columnsOf(batch);
    for (let row = 0; row < batch.numRows; row++) {
      curves.push({
        recordId: integer(columns.record, row) ?? 0,
        entry: integer(columns.entry, row) ?? 0,
        variable: text(columns.variable, row) ?? '',
        from: number(columns.from, row),
        to: number(columns.to, row),
        selectionNum: integer(columns.selection, row),
        slotId: text(columns.slot, row),
        label: text(columns.label, row),
        T: numbers(columns.T, row),
        value: numbers(columns.value, row),
      });
    }
  }
  return curves;
}

type Columns = Record<
  'record' | 'entry' | 'variable' | 'from' | 'to' | 'selection' | 'slot' | 'label' | 'T' | 'value',
  Vector
>;

function columnsOf(batch: RecordBatch): Columns {
  const column = (name: string): Vector => {
    const found: Vector | null = batch.getChild(name);
    if (!found) throw new TypeError(`curves without a column ${name}`);
    return found;
  };
  return {
    record: column('record'),
    entry: column('entry'),
    variable: column('variable'),
    from: column('from'),
    to: column('to'),
    selection: column('selection'),
    slot: column('slot'),
    label: column('label'),
    T: column('T'),
    value: column('value'),
  };
}

function integer(column: Vector, row: number): number | null {
  const value: unknown = DataType.isInt(column.type) ? column.get(row) : null;
  return typeof value === 'number' ? value : null;
}

function number(column: Vector, row: number): number {
  const value: unknown = DataType.isFloat(column.type) ? column.get(row) : Number.NaN;
  return typeof value === 'number' ? value : Number.NaN;
}

function text(column: Vector, row: number): string | null {
  const value: unknown = DataType.isUtf8(column.type) ? column.get(row) : null;
  return typeof value === 'string' ? value : null;
}

function numbers(column: Vector, row: number): Float64Array {
  const list: unknown = DataType.isList(column.type) ? column.get(row) : undefined;
  const values: unknown =
    list && typeof list === 'object' && 'toArray' in list && typeof list.toArray === 'function'
      ? list.toArray()
      : undefined;
  if (!(values instanceof Float64Array)) throw new TypeError('a curve is not a list of float64');
  return values;
}
