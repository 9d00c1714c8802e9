import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** Bytes of a shipped recording, unzipped when its name ends in `.gz`. */
export function readShipped(path: string): Buffer {
  const bytes = readFileSync(fileURLToPath(new URL(`../../recordings/${path}`, import.meta.url)));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Cells of a text table; `afterLine` skips everything up to and with the first line that starts so. */
export function readTable(path: string, options: { delimiter?: string; afterLine?: string } = {}): Table {
  let text = readShipped(path).toString('utf8');
  if (options.afterLine) {
    const marker = text.indexOf(`\n${options.afterLine}`);
    if (marker < 0) throw new Error(`${path}: no line ${options.afterLine}`);
    text = text.slice(text.indexOf('\n', marker + 1));
  }
  const [header = [], ...rows] = parse(text, {
    delimiter: options.delimiter ?? ',',
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
  });
  return new Table(path, header, rows);
}

export class Table {
  readonly path: string;
  readonly rows: readonly string[][];
  readonly #header: readonly string[];

  constructor(path: string, header: readonly string[], rows: readonly string[][]) {
    this.path = path;
    this.#header = header;
    this.rows = rows;
  }

  /** Texts of a column. */
  texts(name: string): string[] {
    const at = this.#header.indexOf(name);
    if (at < 0) throw new Error(`${this.path}: no column ${name}`);
    return this.rows.map((row) => row[at] ?? '');
  }

  /** Numbers of a column; NaN where the cell holds none. */
  numbers(name: string): number[] {
    return this.texts(name).map((text) => (text === '' ? Number.NaN : Number(text)));
  }

  where(keep: (row: readonly string[]) => boolean): Table {
    return new Table(this.path, this.#header, this.rows.filter(keep));
  }
}
