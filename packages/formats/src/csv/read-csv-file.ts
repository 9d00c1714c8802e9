import { parse } from 'csv-parse/sync';
import { GrowingColumns } from '../growing-columns.ts';
import type { FileProblem, Finding, Recording, RecordingColumn } from '../recording.ts';
import { readCsvNumber, readCsvTime, timeOrigin } from './read-csv-cells.ts';
import { type CsvLayout, readCsvLayout } from './read-csv-layout.ts';

/** Bytes of one row: bounds what an unclosed quote can swallow. */
const maxRowBytes = 1024 * 1024;

/**
 * Reads a CSV of samples: one row a moment, a time column (or `rateHz`), numbers elsewhere. Never throws.
 * Every column becomes `csv.<name>`; columns without any number are left out.
 */
export function readCsvFile(bytes: Uint8Array, rateHz?: number): Recording | FileProblem {
  const layout = readCsvLayout(bytes, rateHz);
  if ('problem' in layout) return layout;
  const rows = new GrowingColumns(layout.columns.map(() => 'f64'));
  const time = new RowClock(layout, rateHz);
  let rowsLost = 0;
  try {
    eachRow(bytes, layout, (cells) => {
      const seconds = time.of(cells);
      if (Number.isNaN(seconds)) rowsLost++;
      else rows.add(seconds, (i) => readCsvNumber(cells[layout.columns[i]?.index ?? 0], layout.decimalComma));
    });
  } catch {
    // Rows up to the unreadable one are kept: csv-parse throws on a row that is too long.
    rowsLost++;
  }
  if (rows.length === 0) return { problem: 'noSamples' };
  const { timesSeconds, values } = rows.sorted();
  const kept = layout.columns.flatMap(({ index: _, ...about }, i) => {
    const column = values[i];
    return column?.some((v) => !Number.isNaN(v)) ? [slimColumn(about, column)] : [];
  });
  if (kept.length === 0) return { problem: 'noSamples' };
  const module = {
    name: 'csv',
    type: 'csv',
    rateHz: rateHz ?? nominalRateHz(timesSeconds),
    columns: kept.map((column) => column.about),
    timesSeconds,
    values: kept.map((column) => column.values),
  };
  return {
    startUs: time.startUs,
    version: '',
    deviceType: 'csv',
    deviceNumber: undefined,
    recordType: 'record',
    modules: [module],
    findings: rowsLost > 0 ? [lostRows(rowsLost)] : [],
    bytesLost: 0,
  };
}

function eachRow(bytes: Uint8Array, layout: CsvLayout, heard: (cells: readonly string[]) => void): void {
  parse(bytes, {
    bom: true,
    delimiter: layout.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    from: layout.firstRow,
    // Answering null keeps the row out of csv-parse's memory.
    on_record: (cells: string[]) => {
      heard(cells);
      return null;
    },
  });
}

/** s since the record's start of each row, from the time column or from the rate. */
class RowClock {
  startUs: number | undefined;
  readonly #layout: CsvLayout;
  readonly #rateHz: number | undefined;
  #row = 0;
  #origin: { seconds: number; unitSeconds: number } | undefined;

  constructor(layout: CsvLayout, rateHz: number | undefined) {
    this.#layout = layout;
    this.#rateHz = rateHz;
  }

  /** NaN when the row has no readable time. */
  of(cells: readonly string[]): number {
    const { time, decimalComma } = this.#layout;
    if (time === undefined) return this.#row++ / (this.#rateHz ?? 1);
    const read = readCsvTime(cells[time.index], decimalComma);
    if (!Number.isFinite(read.value)) return Number.NaN;
    if (this.#origin === undefined) {
      const origin = timeOrigin(read, time.unitSeconds);
      this.startUs = origin.startUs;
      this.#origin = origin;
    }
    const { seconds, unitSeconds } = this.#origin;
    const perSecond = Math.round(1 / unitSeconds);
    // Dividing by 1000 keeps 1250 ms at exactly 1.25 s, where multiplying by 0.001 would not.
    return read.value / perSecond - seconds;
  }
}

/** float32 when every value survives it. */
function slimColumn(about: RecordingColumn, column: Float32Array | Float64Array) {
  const exact = column.every((v) => Math.fround(v) === v || Number.isNaN(v));
  return exact
    ? { about: { ...about, type: 'f32' as const }, values: Float32Array.from(column) }
    : { about, values: column };
}

/** From the middle one of the steps between rows. */
function nominalRateHz(times: Float64Array): number {
  const steps = times
    .subarray(0, 10_000)
    .map((time, i, all) => (all[i + 1] ?? time) - time)
    .filter((step) => step > 0)
    .sort();
  const step = steps[steps.length >> 1];
  return step ? Number((1 / step).toPrecision(6)) : 1;
}

function lostRows(count: number): Finding {
  return {
    type: 'WARN',
    msg: { fr: `${count} lignes illisibles ont été sautées.`, en: `${count} unreadable rows were skipped.` },
  };
}
