export type { BoundModule, ReadBound } from './bound-read.ts';
export { type ByteSource, bytesSource, headOf, type Scratch } from './byte-source.ts';
export { type CsvDelimiter, type CsvMapping, csvDelimiters } from './csv/csv-mapping.ts';
export { type CsvDoubt, type CsvGuess, firstCsvRows, guessCsv } from './csv/guess-csv.ts';
export { csvHeadBytes } from './csv/read-csv-layout.ts';
export { csvHeader, csvLine, csvRows } from './csv/write-csv-file.ts';
export { startKey } from './described-module.ts';
export { type DetectedFile, detectFormat } from './detect-format.ts';
export {
  type FileFormat,
  type FormatOfFiles,
  fileFormats,
  isFileFormat,
  type ReadAbout,
  type SaidOfFile,
} from './file-formats.ts';
export { type FilmFormat, filmFormats, isFilmFormat } from './film/know-film.ts';
export { writeFitFile } from './fit/write-fit-file.ts';
export { writeGpxFile } from './gpx/write-gpx-file.ts';
export { type McapAbout, writeMcapFile } from './mcap/write-mcap-file.ts';
export { writeNolioFile } from './nolio/write-nolio-file.ts';
export { maxHeaderBytes as headBytes } from './raw/read-header.ts';
export { maxRawModules, type RawAbout, writeRawFile } from './raw/write-raw-file.ts';
export { readCsvFile, readRawFile, readWholeFile } from './read-file.ts';
export * from './recording.ts';
export type { Piece } from './rows/column-pieces.ts';
export type { ModuleSource } from './rows/merge-modules.ts';
export { safeName } from './safe-names.ts';
export { writeTcxFile } from './tcx/write-tcx-file.ts';
export { type ChannelSource, gatherPoints } from './track/gather-points.ts';
export { type TrackAbout, type TrackPoint, WayOf } from './track/track-points.ts';
