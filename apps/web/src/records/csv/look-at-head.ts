import type { CsvMapping } from '@sillage/contract';
import { type CsvGuess, fitMapping, guessCsv, isDeviceTable, isProblem } from '@sillage/formats/csv';
import { inHex, Sha256Stream } from './sha256.ts';

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

/**
 * What the beginning of a CSV says of its columns; undefined for what is none, and for those that devices' programs write.
 * @param decided what somebody said of this very file
 */
export async function lookAtHead(
  head: Uint8Array,
  isWhole: boolean,
  findMapping: FindMapping,
  decided?: CsvMapping,
): Promise<CsvOfFile | undefined> {
  const guess = guessCsv(head, isWhole);
  if (isProblem(guess) || isDeviceTable(head)) return undefined;
  const isAsked = decided === undefined && guess.header.length > 0;
  const known = decided ?? (isAsked ? await findMapping(headerOf(guess)) : null);
  const fitted = known === null ? undefined : (decided ?? fitMapping(head, isWhole, known, guess));
  const isUnclear = guess.doubts.length > 0 || (known !== null && fitted === undefined);
  const mapping = copyOf(fitted ?? guess.mapping);
  return { head, isWhole, guess, mapping, isUnclear, isDecided: fitted !== undefined, isEdited: false };
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
