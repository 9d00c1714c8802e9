import type { Readable } from 'node:stream';
import { type DownloadType, downloadFormats, type Refusal, refuse } from '@sillage/contract';
import type { TrackFormat } from '@sillage/domain';
import { maxRawModules } from '@sillage/formats';
import { mcapFile } from './export-mcap.ts';
import { moduleParquet } from './export-parquet.ts';
import { rawExtension, rawFile } from './export-raw.ts';
import type { ExportDependencies, ExportModule, ExportSource, RecordExport } from './export-source.ts';
import { moduleCsv } from './export-text.ts';
import { refuseTrack, trackFile } from './export-track.ts';
import { recordResults } from './record-results.ts';
import { recordStatistics } from './record-statistics.ts';

/** One file for each record, with all of its selections. */
interface OfRecord {
  readonly of: 'record';
  /** Its name in a zip. */
  readonly fileName: string;
  /** After the record's name. */
  readonly suffix: string;
  write(dependencies: ExportDependencies, record: RecordExport): Readable;
}

/** One file for the whole record, or for each selection. */
export interface OfPart {
  readonly of: 'part';
  /** Its name in a zip, without its extension. */
  readonly fileName: string;
  /** Where it is not the one of its type. */
  extension?(part: ExportSource): string;
  /** After the record's name, where several files are in a zip. */
  readonly suffix: string;
  /** Deflating it again is in vain. */
  readonly isCompressed: boolean;
  /** Why a stretch cannot be written so. */
  refuse(part: ExportSource): Refusal | undefined;
  write(dependencies: ExportDependencies, part: ExportSource): Promise<Readable>;
}

/** One file for each module: they have times of their own. */
export interface OfModule {
  readonly of: 'module';
  readonly suffix: string;
  /** Deflating it again is in vain. */
  readonly isCompressed: boolean;
  write(module: ExportModule): Readable;
}

/** The files of these formats together, with all that is known of the record. */
interface OfEverything {
  readonly of: 'everything';
  readonly suffix: string;
}

const raw: OfPart = {
  of: 'part',
  fileName: 'raw',
  extension: rawExtension,
  suffix: '_raw',
  isCompressed: false,
  refuse: ({ modules, original }) =>
    original !== undefined || modules.length <= maxRawModules ? undefined : typeNotAvailable('raw'),
  write: rawFile,
};

const mcap: OfPart = {
  of: 'part',
  fileName: 'record',
  suffix: '_mcap',
  isCompressed: true,
  refuse: () => undefined,
  write: mcapFile,
};

function track(type: TrackFormat): OfPart {
  return {
    of: 'part',
    fileName: type === 'nolio' ? 'nolio' : 'track',
    suffix: `_${type}`,
    isCompressed: false,
    refuse: (part) => refuseTrack(type, part),
    write: (dependencies, part) => trackFile(dependencies, part, type),
  };
}

/** A format that there is not, or not for this record. */
export function typeNotAvailable(type: string): Refusal {
  const available = Object.keys(downloadFormats)
    .filter((other) => other !== type)
    .join(', ');
  return refuse('file.typeNotAvailable', { type, available });
}

/** How each format that the contract names is written. */
export const writers = {
  raw,
  decoded: { of: 'module', suffix: '_csv', isCompressed: false, write: moduleCsv },
  parquet: { of: 'module', suffix: '_parquet', isCompressed: true, write: moduleParquet },
  mcap,
  fit: track('fit'),
  gpx: track('gpx'),
  tcx: track('tcx'),
  nolio: track('nolio'),
  stats: { of: 'record', fileName: 'stats.csv', suffix: '_stats', write: recordStatistics },
  specific_stats: { of: 'record', fileName: 'results.csv', suffix: '_results', write: recordResults },
  zip: { of: 'everything', suffix: '' },
} as const satisfies { readonly [Type in DownloadType]: OfRecord | OfPart | OfModule | OfEverything };

/** What `zip` holds of the samples, each in a folder of its name but raw. */
export const sampleTypes = ['raw', 'decoded', 'parquet'] as const;
/** Formats of samples. */
export type SampleType = Exclude<DownloadType, 'stats' | 'specific_stats' | 'zip'>;
