import { boundCsv, boundRaw, type ReadBound } from './bound-read.ts';
import type { ByteSource, Scratch } from './byte-source.ts';
import type { CsvAbout } from './csv/csv-about.ts';
import { readCsv } from './csv/read-csv-file.ts';
import { readCsvLayout } from './csv/read-csv-layout.ts';
import { type DeviceTable, nk, powertap, rp3 } from './device-tables/device-tables.ts';
import { boundTable, knowTable, looksLikeTable, readDeviceTable } from './device-tables/read-device-table.ts';
import { boundFit, readFit } from './fit/read-fit-file.ts';
import { looksFit } from './fit/walk-messages.ts';
import { boundMcap, looksMcap, readMcap } from './mcap/read-mcap-file.ts';
import { boundParquet, looksParquet, readParquet } from './parquet/read-parquet-file.ts';
import { looksRaw, readRawHeader } from './raw/read-header.ts';
import { readRaw } from './raw/read-raw-file.ts';
import { type FileProblem, type FileRead, isProblem, type RecordingAbout } from './recording.ts';
import type { Piece } from './rows/column-pieces.ts';
import { boundTrack, looksLikeXml, readTrack } from './track-points/read-track-file.ts';
import { gpx, type TrackFormat, tcx } from './track-points/track-formats.ts';

/** What is said of a file beside its bytes. */
export type ReadAbout = CsvAbout;
/** Of it what the beginning of a file is looked at with. */
export type SaidOfFile = Pick<ReadAbout, 'rateHz' | 'mapping'>;

/** What is known of a file from its beginning. */
export interface KnownFile {
  /** µs since 1970; undefined when only decoding will tell. */
  readonly startUs: number | undefined;
  /** What a raw file's header tells of its origin. */
  readonly about: Omit<RecordingAbout, 'startUs'> | undefined;
}

export interface FormatOfFiles {
  /** Whether a file that begins so is of this format; without it a file is, which no other format takes. */
  looksSo?(head: Uint8Array): boolean;
  /** What the beginning tells, or why the file cannot be read. */
  know(head: Uint8Array, isWhole: boolean, said: SaidOfFile): KnownFile | FileProblem;
  /** What reading the file may write at most, as far as one pass over it tells. Undefined for a file that cannot be read. */
  bound(source: ByteSource, about: ReadAbout): ReadBound | undefined;
  /**
   * Reads a file in pieces, the samples of each module in order of time, whose number is known only when all of it was read.
   * Each piece is valid until the next is asked for. Never throws because of what is in the file.
   */
  read(source: ByteSource, about: ReadAbout, newScratch: () => Scratch): Generator<Piece, FileRead | FileProblem>;
}

function trackFormat(format: TrackFormat, root: string): FormatOfFiles {
  return {
    looksSo: (head) => looksLikeXml(head, root),
    know: () => ({ startUs: undefined, about: undefined }),
    bound: (source) => boundTrack(source, format),
    read: (source, _, newScratch) => readTrack(source, format, newScratch),
  };
}

function deviceTable(table: DeviceTable): FormatOfFiles {
  return {
    looksSo: (head) => looksLikeTable(head, table),
    know(head, isWhole) {
      const layout = knowTable(head, isWhole, table);
      return isProblem(layout) ? layout : { startUs: undefined, about: undefined };
    },
    bound: (source) => boundTable(source, table),
    read: (source, about, newScratch) => readDeviceTable(source, table, about, newScratch),
  };
}

const formats = {
  raw: {
    looksSo: looksRaw,
    know(head) {
      const header = readRawHeader(head);
      return isProblem(header) ? header : { startUs: header.startUs, about: header.about };
    },
    bound: boundRaw,
    read: (source, _, newScratch) => readRaw(source, newScratch),
  },
  fit: {
    looksSo: looksFit,
    know: () => ({ startUs: undefined, about: undefined }),
    bound: boundFit,
    read: (source, _, newScratch) => readFit(source, newScratch),
  },
  mcap: {
    looksSo: looksMcap,
    know: () => ({ startUs: undefined, about: undefined }),
    bound: boundMcap,
    read: (source, _, newScratch) => readMcap(source, newScratch),
  },
  parquet: {
    looksSo: looksParquet,
    know: () => ({ startUs: undefined, about: undefined }),
    bound: (source, { rateHz }) => boundParquet(source, rateHz),
    read: (source, { rateHz }, newScratch) => readParquet(source, rateHz, newScratch),
  },
  gpx: trackFormat(gpx, 'gpx'),
  tcx: trackFormat(tcx, 'TrainingCenterDatabase'),
  nk: deviceTable(nk),
  rp3: deviceTable(rp3),
  powertap: deviceTable(powertap),
  csv: {
    know(head, isWhole, said) {
      const layout = readCsvLayout(head, isWhole, said);
      return isProblem(layout) ? layout : { startUs: undefined, about: undefined };
    },
    bound: boundCsv,
    read: readCsv,
  },
} as const satisfies Record<string, FormatOfFiles>;

export type FileFormat = keyof typeof formats;

/** The formats that are uploaded and read. */
export const fileFormats: Readonly<Record<FileFormat, FormatOfFiles>> = formats;

/** Whether files of a name are read by this version. */
export function isFileFormat(name: string): name is FileFormat {
  return Object.hasOwn(fileFormats, name);
}
