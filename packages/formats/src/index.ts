export { readCsvFile } from './csv/read-csv-file.ts';
export { csvHeader, csvLine, csvRows } from './csv/write-csv-file.ts';
export { type DetectedFile, detectFormat, type FileFormat } from './detect-format.ts';
export { maxHeaderBytes as headBytes } from './raw/read-header.ts';
export { readRawFile } from './raw/read-raw-file.ts';
export { maxRawModules, type RawAbout, type RawSource, writeRawFile } from './raw/write-raw-file.ts';
export * from './recording.ts';
export { safeName } from './safe-names.ts';
