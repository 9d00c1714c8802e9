import { limits } from '@sillage/contract';
import type { ColumnByUid } from './tables-by-uid.ts';

/** Rows that are not what they are said to be, or not whole. `place` says where, the same in every language. */
export class BrokenRows extends Error {
  override readonly name = 'BrokenRows';
  readonly place: string;

  constructor(place: string) {
    super(`rows are broken at ${place}`);
    this.place = place;
  }
}

/** A line of a table as its row. @throws BrokenRows when it is not one, or has a column besides. */
export function readRow(
  table: string,
  columns: readonly ColumnByUid[],
  line: string,
  number: number,
): Record<string, unknown> {
  const problem = (column: string) => new BrokenRows(`${table}[${number}]${column}`);
  const row = parseLine(line);
  if (row === undefined) throw problem('');
  if (Object.keys(row).length !== columns.length) throw problem('');
  for (const { name, shape } of columns) {
    if (!Object.hasOwn(row, name)) throw problem(`.${name}`);
    if (!isKeepable(row[name])) throw problem(`.${name}`);
    if (!shape.safeParse(row[name]).success) throw problem(`.${name}`);
  }
  return row;
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? Object.fromEntries(Object.entries(row))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the database and the program can keep a value: no text with NUL or half a character, no prototype, not too deep. */
function isKeepable(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.jsonBodyDepth) return false;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string' && (one.includes('\0') || !one.isWellFormed())) return false;
      if (typeof one === 'number' && !Number.isFinite(one)) return false;
      if (typeof one !== 'object' || one === null) continue;
      for (const [key, inner] of Object.entries(one)) {
        if (key === '__proto__' || key.includes('\0') || !key.isWellFormed()) return false;
        next.push(inner);
      }
    }
    level = next;
  }
  return true;
}
