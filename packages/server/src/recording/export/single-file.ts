import type { ExportType } from './export-entries.ts';
import type { ExportModule, ExportSource, RecordExport } from './export-source.ts';

/** What a record is one file of, without a zip. */
export type SingleFile =
  | { readonly kind: 'stats' }
  | { readonly kind: 'raw'; readonly source: ExportSource }
  | { readonly kind: 'decoded' | 'parquet'; readonly module: ExportModule };

/** Undefined where the format and the record make several files: modules have times of their own, so each makes one. */
export function singleFile({ parts }: RecordExport, type: ExportType): SingleFile | undefined {
  if (type === 'stats') return { kind: 'stats' };
  const [source, ...otherParts] = parts;
  if (source === undefined || otherParts.length > 0) return undefined;
  if (type === 'raw') return { kind: 'raw', source };
  const [module, ...otherModules] = source.modules;
  if (type === 'zip' || module === undefined || otherModules.length > 0) return undefined;
  return { kind: type, module };
}
