import { csvHeadBytes } from '@sillage/formats/csv';
import { type CsvOfFile, type FindMapping, lookAtHead } from '../../../records/csv/look-at-head.ts';
import { UnreadableFile } from '../../../records/upload/hash-blob.ts';

export const isCsvName = (name: string): boolean => /\.(csv|tsv)$/i.test(name);

/** What a file that may be a CSV says of its columns; undefined for any other, and for those that devices' programs write. */
export async function lookAtCsv(file: File, findMapping: FindMapping): Promise<CsvOfFile | undefined> {
  if (!isCsvName(file.name)) return undefined;
  const head = await readHead(file);
  return lookAtHead(head, file.size <= head.length, findMapping);
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, csvHeadBytes).arrayBuffer());
  } catch (problem) {
    throw new UnreadableFile('the file cannot be read', { cause: problem });
  }
}

/** Nobody said what its columns mean, and the file does not say enough. */
export const needsMapping = (csv: CsvOfFile | undefined): boolean =>
  csv !== undefined && !csv.isDecided && csv.isUnclear;
