import type { Readable } from 'node:stream';
import type { DownloadType } from '@sillage/contract';
import { maxRawModules } from '@sillage/formats';
import { mcapFile } from './export-mcap.ts';
import { moduleParquet } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import type { ExportDependencies, ExportModule, ExportSource, RecordExport } from './export-source.ts';
import { moduleCsv } from './export-text.ts';
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
  readonly fileName: string;
  /** After the record's name, where several files are in a zip. */
  readonly suffix: string;
  /** Deflating it again is in vain. */
  readonly isCompressed: boolean;
  canHold(part: Pick<ExportSource, 'modules'>): boolean;
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
  fileName: 'raw.txt',
  suffix: '_raw',
  isCompressed: false,
  canHold: ({ modules }) => modules.length <= maxRawModules,
  write: rawFile,
};

const mcap: OfPart = {
  of: 'part',
  fileName: 'record.mcap',
  suffix: '_mcap',
  isCompressed: true,
  canHold: () => true,
  write: mcapFile,
};

/** How each format that the contract names is written. */
export const writers = {
  raw,
  decoded: { of: 'module', suffix: '_csv', isCompressed: false, write: moduleCsv },
  parquet: { of: 'module', suffix: '_parquet', isCompressed: true, write: moduleParquet },
  mcap,
  stats: { of: 'record', fileName: 'stats.csv', suffix: '_stats', write: recordStatistics },
  zip: { of: 'everything', suffix: '' },
} as const satisfies { readonly [Type in DownloadType]: OfRecord | OfPart | OfModule | OfEverything };

/** What `zip` holds of the samples, each in a folder of its name but raw. */
export const sampleTypes = ['raw', 'decoded', 'parquet'] as const;
/** Formats of samples. */
export type SampleType = Exclude<DownloadType, 'stats' | 'zip'>;
