export { type ByteSource, bytesSource, headOf, type Scratch } from './byte-source.ts';
export { csvHeader, csvLine, csvRows } from './csv/write-csv-file.ts';
export { type DetectedFile, detectFormat, type FileFormat } from './detect-format.ts';
export { maxHeaderBytes as headBytes } from './raw/read-header.ts';
export { maxRawModules, type RawAbout, type RawSource, writeRawFile } from './raw/write-raw-file.ts';
export { type HowToRead, readCsvFile, readFile, readRawFile } from './read-file.ts';
export * from './recording.ts';
export type { Piece } from './rows/column-pieces.ts';
export { safeName } from './safe-names.ts';
