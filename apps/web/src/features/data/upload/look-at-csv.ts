import type { CsvMapping } from '@sillage/contract';
import { type CsvGuess, csvHeadBytes, fitMapping, guessCsv, isDeviceTable, isProblem } from '@sillage/formats/csv';
import { inHex, UnreadableFile } from './hash-blob.ts';
import { Sha256Stream } from './sha256.ts';

/** The beginning of a CSV, and what its cells mean. */
export interface CsvOfFile {
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  readonly guess: CsvGuess;
  readonly mapping: CsvMapping;
  /** The file does not say enough, or what was decided of its names does not fit it. */
  readonly isUnclear: boolean;
  /** Somebody decided it, now or for an earlier file of the same names; else the server guesses the same by itself. */
  readonly isDecided: boolean;
  /** Somebody changed it since: what is sent is what is shown. */
  readonly isEdited: boolean;
}

export type FindMapping = (header: string) => Promise<CsvMapping | null>;

export const isCsvName = (name: string): boolean => /\.(csv|tsv)$/i.test(name);

/** What a file that may be a CSV says of its columns; undefined for any other, and for those that devices' programs write. */
export async function lookAtCsv(file: File, findMapping: FindMapping): Promise<CsvOfFile | undefined> {
  if (!isCsvName(file.name)) return undefined;
  const head = await readHead(file);
  const isWhole = file.size <= head.length;
  const guess = guessCsv(head, isWhole);
  if (isProblem(guess) || isDeviceTable(head)) return undefined;
  const known = guess.header.length === 0 ? null : await findMapping(headerOf(guess));
  const fitted = known === null ? undefined : fitMapping(head, isWhole, known, guess);
  const isUnclear = guess.doubts.length > 0 || (known !== null && fitted === undefined);
  const mapping = copyOf(fitted ?? guess.mapping);
  return { head, isWhole, guess, mapping, isUnclear, isDecided: fitted !== undefined, isEdited: false };
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, csvHeadBytes).arrayBuffer());
  } catch (problem) {
    throw new UnreadableFile('the file cannot be read', { cause: problem });
  }
}

/** By which a club remembers what files with these names mean. */
export function headerOf({ header }: CsvGuess): string {
  const stream = new Sha256Stream();
  stream.update(new TextEncoder().encode(header.join('\n')));
  return inHex(stream.digest());
}

export const copyOf = (mapping: CsvGuess['mapping']): CsvMapping => ({
  ...mapping,
  time: mapping.time && { ...mapping.time },
  columns: mapping.columns.map((column) => ({ ...column, name: column.name.slice(0, 200) })),
});

/** Nobody said what its columns mean, and the file does not say enough. */
export const needsMapping = (csv: CsvOfFile | undefined): boolean =>
  csv !== undefined && !csv.isDecided && csv.isUnclear;
