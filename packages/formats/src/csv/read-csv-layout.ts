import { parse } from 'csv-parse/sync';
import type { FileProblem, RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { readCsvNumber, readCsvTime } from './read-csv-cells.ts';

/** Bytes from which the layout is read. */
const sampleBytes = 65_536;
const sampleRows = 50;
const maxColumns = 1024;

export interface CsvLayout {
  readonly delimiter: string;
  readonly decimalComma: boolean;
  /** 1-based row where the samples begin, as csv-parse counts (empty lines left out). */
  readonly firstRow: number;
  readonly time: { readonly index: number; readonly unitSeconds: number | undefined } | undefined;
  readonly columns: readonly (RecordingColumn & { readonly index: number })[];
}

const timeNames = /^(?:t|time|temps|timestamp|times|elapsed|elapsed_?time|date|datetime|ms|seconds?|secondes?)$/i;
const timeUnits: Readonly<Record<string, number>> = { s: 1, sec: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, μs: 1e-6 };

/** Finds separators, header, units and time column from the beginning of a file. Never throws. */
export function readCsvLayout(bytes: Uint8Array, rateHz?: number): CsvLayout | FileProblem {
  const unknown: FileProblem = { problem: 'unknownFormat' };
  const head = textOf(bytes);
  if (head === undefined) return unknown;
  const declared = /^sep=(.)\r?\n/.exec(head)?.[1];
  const delimiter = declared ?? likelyDelimiter(head);
  const rows = sampleOf(head, delimiter).slice(declared === undefined ? 0 : 1);
  const firstNumeric = rows.findIndex((row) => looksNumeric(row));
  // A header, perhaps a row of units, then numbers.
  if (firstNumeric < 0 || firstNumeric > 2) return unknown;
  const width = rows[firstNumeric]?.length ?? 0;
  if (width > maxColumns || (width < 2 && firstNumeric === 0 && rateHz === undefined)) return unknown;
  const decimalComma =
    delimiter !== ',' && rows.some((row) => row.some((cell) => /^[+-]?\d*,\d+(e[+-]?\d+)?$/i.test(cell.trim())));
  const header = firstNumeric === 0 ? [] : (rows[0] ?? []);
  const units = firstNumeric === 2 ? (rows[1] ?? []) : [];
  const named = Array.from({ length: width }, (_, i) => headerCell(header[i] ?? '', units[i] ?? '', i));
  const time = named.find((cell) => timeNames.test(cell.name) || /^time_(?:s|ms|us)$/i.test(cell.name));
  if (!time && rateHz === undefined) return { problem: 'noTime' };
  const nameOnce = uniqueNames();
  const columns = named
    .filter((cell) => cell !== time)
    .map(({ name, unit, index }): RecordingColumn & { index: number } => ({
      index,
      name: nameOnce(safeName(name)),
      unit,
      description: { fr: name.slice(0, 100), en: name.slice(0, 100) },
      type: 'f64',
    }));
  if (columns.length === 0) return { problem: 'noSamples' };
  const firstRow = (declared === undefined ? 0 : 1) + firstNumeric + 1;
  return { delimiter, decimalComma, firstRow, time: time && { index: time.index, unitSeconds: unitOf(time) }, columns };
}

interface HeaderCell {
  readonly name: string;
  readonly unit: string;
  readonly index: number;
}

/** `acc_x (m/s²)` or `acc_x [m/s²]` → name and unit. */
function headerCell(cell: string, unitBelow: string, index: number): HeaderCell {
  const found = /^(.*?)\s*[([]([^()[\]]{0,20})[)\]]\s*$/.exec(cell.trim().slice(0, 200));
  const name = (found?.[1] ?? cell.trim()) || `column_${index + 1}`;
  const unit = (found?.[2] ?? unitBelow.trim().replace(/^[([]|[)\]]$/g, '')).slice(0, 20);
  return { name, unit, index };
}

function unitOf({ name, unit }: HeaderCell): number | undefined {
  const suffix = /^(?:.*_)?(ms|us|s)$/i.exec(name)?.[1]?.toLowerCase();
  return timeUnits[unit.toLowerCase()] ?? (suffix === undefined ? undefined : timeUnits[suffix]);
}

/** Numbers, empty cells and at most one date: at least one number. */
function looksNumeric(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell.trim() !== '');
  const numbers = filled.filter((cell) => !Number.isNaN(readCsvTime(cell, true).value) || /^nan$/i.test(cell.trim()));
  const real = filled.some((cell) => !Number.isNaN(readCsvNumber(cell, true)));
  return real && numbers.length * 2 >= filled.length;
}

function likelyDelimiter(head: string): string {
  const line = head.slice(0, head.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const count = (c: string) => line.split(c).length;
  if (count('\t') > 1) return '\t';
  return count(';') > 1 ? ';' : ',';
}

function sampleOf(head: string, delimiter: string): string[][] {
  try {
    return parse(head, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: sampleRows,
    });
  } catch {
    return [];
  }
}

/** The beginning as text, whole lines only when it is cut; undefined for binary. */
function textOf(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, sampleBytes);
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return undefined;
  const text = new TextDecoder().decode(head);
  return bytes.length > head.length ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}
