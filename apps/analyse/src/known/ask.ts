import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { runCommand } from '../run-command.ts';
import type { Answer } from './answer.ts';
import { checkFormulas } from './check-formulas.ts';

const fixtures = new URL('../../../../packages/testkit/fixtures/', import.meta.url);
export const pathOf = (file: string) => fileURLToPath(new URL(file, fixtures));

/** A case of a set: how its answer is asked for, and found. */
export interface Case {
  /** Within its set. */
  readonly id: string;
  found(): readonly number[];
  /** Where the case names columns of its file instead of numbers. */
  expected?(): readonly number[];
}

export interface Known {
  readonly id: string;
  readonly expected: number | string | readonly number[];
  readonly tolerance: string;
}

export const knownOf = (set: string): Known[] => JSON.parse(readFileSync(pathOf(`${set}/expected.json`), 'utf8'));

/** The words of a command, its answer as JSON; what its formulas say is what it found. */
export function answer(words: readonly string[]): Answer {
  const { exitCode, out, complaint } = runCommand([...words, '--json']);
  if (exitCode !== 0) throw new Error(complaint ?? out);
  const found: Answer = JSON.parse(out ?? '');
  checkFormulas(found);
  return found;
}

export const valuesIn = ({ values }: Answer, ids: readonly string[]) =>
  ids.map((id) => values[id]?.value ?? Number.NaN);

/** A case whose answer are values of one run. */
export const ofValues = (id: string, words: readonly string[], ...ids: readonly string[]): Case => ({
  id,
  found: () => valuesIn(answer(words), ids),
});

/** A case whose answer is the time of an event, s. */
export const ofEvent = (id: string, words: readonly string[], name: string): Case => ({
  id,
  found: () => [answer(words).events.find((event) => event.name === name)?.at ?? Number.NaN],
});

/** Runs on a file of rows that is there as long as the run. */
export function answerOfRows(rows: readonly (readonly (number | string)[])[], words: readonly string[]): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  try {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, rows.map((row) => row.join(',')).join('\n'));
    return answer([path, ...words]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The cells of a csv file, by the names of its header. */
export const tableOf = (file: string) => readTable(readFileSync(pathOf(file)));
export const zippedTableOf = (file: string) => readTable(gunzipSync(readFileSync(pathOf(file))));

function readTable(bytes: Buffer): Record<string, string>[] {
  const [header = [], ...rows] = bytes
    .toString('utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      (line.match(/("[^"]*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '').trim()),
    );
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

/**
 * How far each value may lie from what is known: `±0.01`, `±1 %`; one each or a column, `mean ±0.7, max exact`; the last by itself,
 * `±0.2 % (TC ±0.002 s)`; `≤ 1.0` is a bound, whatever is known.
 */
export function toleranceTest(
  { tolerance }: Known,
  expected: readonly number[],
): (found: number, i: number) => boolean {
  const bound = /≤\s*([\d.]+)?/.exec(tolerance);
  if (bound) return (found, i) => found <= Number(bound[1] ?? expected[i]);
  const own = /\(TC ±([\d.]+) s\)/.exec(tolerance)?.[1];
  const parts = tolerance.split(',').map((text) => /±([\de.-]+)\s*(%)?/.exec(text));
  const allowed = expected.map((value, i) => {
    if (own !== undefined && i === expected.length - 1) return Number(own);
    // One each, of equally many columns, or one for all.
    const place =
      parts.length > 1 && expected.length % parts.length === 0 ? Math.floor((i * parts.length) / expected.length) : 0;
    const [, amount, percent] = parts[place] ?? [];
    if (amount === undefined) return 0;
    return percent === undefined ? Number(amount) : (Math.abs(value) * Number(amount)) / 100;
  });
  return (found, i) => Math.abs(found - (expected[i] ?? Number.NaN)) <= (allowed[i] ?? 0);
}
