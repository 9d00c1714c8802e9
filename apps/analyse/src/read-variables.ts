import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Variable } from '@sillage/analysis';
import { type CsvMapping, detectFormat, guessCsv, headBytes, isFileFormat, readWholeFile } from '@sillage/formats';

/** Bytes of a file, and of what it unpacks to. */
export const mostBytes = 512 * 1024 ** 2;

/** Why a file has no variables, as a stable code and what it says of itself. */
export interface ReadProblem {
  readonly unreadable: string;
  readonly about: string;
}

interface Asked {
  /** Of a file that has no times, or of a table, whose rows count. */
  readonly rateHz: number | undefined;
  readonly rows: 'samples' | 'table';
  /** Names always begin with their module, as those of a record do. */
  readonly isRecord?: true;
}

/** All variables of one file; of several, those of the second under `2.name`, of its modules under `2-module.name`. */
export function readFiles(paths: readonly string[], asked: Asked): Variable[] | ReadProblem {
  const all: Variable[] = [];
  for (const [i, path] of paths.entries()) {
    const variables = readVariables(path, asked);
    if ('unreadable' in variables) return variables;
    const prefix = (name: string) => `${i + 1}${name.includes('.') ? '-' : '.'}${name}`;
    all.push(...(paths.length === 1 ? variables : variables.map((one) => ({ ...one, name: prefix(one.name) }))));
  }
  return all;
}

/** All variables of a recording's file, of each module under `module.name`. */
function readVariables(path: string, asked: Asked): Variable[] | ReadProblem {
  const bytes = bytesOf(path);
  return 'unreadable' in bytes ? bytes : variablesOf(bytes, asked);
}

/** All variables of a recording that was read. */
export function variablesOf(bytes: Uint8Array, { rateHz, rows, isRecord }: Asked): Variable[] | ReadProblem {
  const head = bytes.subarray(0, headBytes);
  const mapping = rows === 'table' ? rowsOfTable(head, bytes.length === head.length) : undefined;
  const said = { rateHz: rows === 'table' ? 1 : rateHz, ...(mapping && { mapping }) };
  const detected = detectFormat(head, bytes.length === head.length, said);
  if ('problem' in detected) return problemOf(detected);
  if (!isFileFormat(detected.format)) return { unreadable: 'otherFormat', about: detected.format };
  const recording = readWholeFile(detected.format, bytes, said);
  if ('problem' in recording) return problemOf(recording);
  return recording.modules.flatMap(({ name: module, columns, values, timesSeconds }) =>
    columns.map(({ name, unit }, i) => ({
      name: isRecord || recording.modules.length > 1 ? `${module}.${name}` : name,
      unit,
      timesSeconds,
      values: Float64Array.from(values[i] ?? []),
    })),
  );
}

const problemOf = ({ problem, ...about }: { readonly problem: string }): ReadProblem => ({
  unreadable: problem,
  about: Object.values(about).join(', '),
});

function bytesOf(path: string): Uint8Array | ReadProblem {
  try {
    if (statSync(path).size > mostBytes) return { unreadable: 'tooLarge', about: `${mostBytes / 1024 ** 2} MB` };
    const bytes = readFileSync(path);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes;
  } catch (error) {
    return { unreadable: 'noFile', about: error instanceof Error ? error.message : String(error) };
  }
}

/** Every column of a table is a variable, one that is called time, too. */
function rowsOfTable(head: Uint8Array, isWhole: boolean): CsvMapping | undefined {
  const guess = guessCsv(head, isWhole);
  if ('problem' in guess) return undefined;
  const { mapping, header } = guess;
  const columns =
    header.length > 0
      ? header.map((name, index) => ({ index, name: name || `column_${index + 1}`, unit: '' }))
      : mapping.columns;
  return { ...mapping, time: null, columns };
}
