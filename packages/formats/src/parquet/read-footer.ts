import { type ColumnMetaData, type FileMetaData, parquetMetadata, type RowGroup, type SchemaElement } from 'hyparquet';
import { z } from 'zod';
import type { ByteSource } from '../byte-source.ts';
import { headerCell, isTimeName, isUnitName, timeUnitOf } from '../csv/name-columns.ts';
import { moduleKey, readDescription, startKey } from '../described-module.ts';
import { type FileProblem, possibleStart, type RecordingColumn, type RecordingModuleInfo } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { isNumberType, type NumberColumn } from './decode-column.ts';

/** What is read of a footer, which is nobody's promise before it is looked at. */
const Texts = z.array(z.object({ key: z.string(), value: z.string().optional() })).optional();
const ColumnChunk = z.object({
  path_in_schema: z.array(z.string()),
  codec: z.string(),
  data_page_offset: z.bigint(),
  dictionary_page_offset: z.bigint().optional(),
  total_compressed_size: z.bigint(),
  key_value_metadata: Texts,
});
const Footer = z.object({
  schema: z.array(z.object({ name: z.string(), num_children: z.number().optional(), scale: z.number().optional() })),
  row_groups: z.array(
    z.object({ num_rows: z.bigint(), columns: z.array(z.object({ meta_data: ColumnChunk.optional() })) }),
  ),
  key_value_metadata: Texts,
});

const mostFooterBytes = 16 << 20;
const mostColumns = 1024;
/** Bytes after the footer: its length, and the magic. */
const tailBytes = 8;

/** A column of the file, and what it becomes. */
export interface ParquetColumn extends NumberColumn {
  readonly name: string;
}

export interface ParquetLayout {
  readonly groups: readonly RowGroup[];
  /** Undefined where rows come at a rate. */
  readonly time: (ParquetColumn & { readonly secondsPerUnit: number | undefined }) | undefined;
  readonly columns: readonly ParquetColumn[];
  readonly module: RecordingModuleInfo;
  /** µs since 1970 of T = 0, where the file says it. */
  readonly startUs: number | undefined;
}

/** What the end of a file says is in it; a file that is cut has none. */
export function readFooter(source: ByteSource, rateHz: number | undefined): ParquetLayout | FileProblem {
  const metadata = metadataOf(source);
  if (metadata === undefined) return { problem: 'damagedHeader', reason: 'Parquet' };
  const texts = new Map((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']));
  const all = leavesOf(metadata.schema);
  if (all.length > mostColumns + 1) return { problem: 'tooManyColumns', most: mostColumns };
  const own = readDescription(texts.get(moduleKey));
  const units = (name: string) => unitOf(name, texts, metadata.row_groups[0]);
  const time = timeOf(all, units);
  if (time === undefined && rateHz === undefined) return { problem: 'noTime' };
  const columns = all.filter(({ name }) => name !== time?.name);
  if (columns.length === 0) return { problem: 'noSamples' };
  const groups = metadata.row_groups;
  const startUs = possibleStart(Number(texts.get(startKey) ?? Number.NaN));
  if (own && time?.name === 'T' && own.columns.length === columns.length) {
    return { groups, time, columns, module: own, startUs };
  }
  const nameOnce = uniqueNames();
  const described = columns.map((column): RecordingColumn => {
    const { name, unit } = headerCell(column.name, units(column.name), 0);
    const type = column.type === 'FLOAT' || column.type === 'BOOLEAN' ? 'f32' : 'f64';
    const text = name.slice(0, 100);
    return { name: nameOnce(safeName(name)), unit, description: { fr: text, en: text }, type };
  });
  return {
    groups,
    time,
    columns,
    module: { name: 'parquet', type: 'parquet', rateHz: rateHz ?? 1, columns: described },
    startUs,
  };
}

function metadataOf(source: ByteSource): FileMetaData | undefined {
  const tail = new Uint8Array(tailBytes);
  if (source.read(tail, source.sizeBytes - tailBytes) < tailBytes) return undefined;
  const length = new DataView(tail.buffer).getUint32(0, true) + tailBytes;
  if (length > mostFooterBytes || length > source.sizeBytes) return undefined;
  const footer = new Uint8Array(length);
  source.read(footer, source.sizeBytes - length);
  try {
    const metadata = parquetMetadata(footer.buffer);
    return Footer.safeParse(metadata).success && lieApart(metadata, source.sizeBytes) ? metadata : undefined;
  } catch {
    return undefined;
  }
}

/** Whether columns of row groups can lie each in a place of its own: then they are no more than the file. */
function lieApart({ row_groups: groups }: FileMetaData, sizeBytes: number): boolean {
  let bytes = 0;
  for (const { columns } of groups) {
    for (const { meta_data: meta } of columns) bytes += Math.max(0, Number(meta?.total_compressed_size ?? 0n));
  }
  return bytes <= sizeBytes;
}

/** Columns of numbers directly below the root: what is nested or text is none. */
function leavesOf([root, ...schema]: readonly SchemaElement[]): ParquetColumn[] {
  const leaves: ParquetColumn[] = [];
  for (let at = 0, left = root?.num_children ?? 0; at < schema.length && left > 0; left--) {
    const element = schema[at];
    if (element && !element.num_children && isNumberType(element.type) && element.repetition_type !== 'REPEATED') {
      leaves.push({ name: element.name, element, type: element.type });
    }
    at = afterElement(schema, at);
  }
  return leaves;
}

/** Place after an element and all that is within it. */
function afterElement(schema: readonly SchemaElement[], from: number): number {
  let at = from;
  for (let left = 1; left > 0 && at < schema.length; at++) left += (schema[at]?.num_children ?? 0) - 1;
  return at;
}

function unitOf(name: string, texts: ReadonlyMap<string, string>, group: RowGroup | undefined): string {
  const said = texts.get(`unit.${name}`);
  if (said !== undefined) return said.slice(0, 20);
  const column = group?.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name);
  return (column?.meta_data?.key_value_metadata?.find(({ key }) => key === 'unit')?.value ?? '').slice(0, 20);
}

/** The column of moments, or of times: by its type, else by its name. */
function timeOf(columns: readonly ParquetColumn[], units: (name: string) => string): ParquetLayout['time'] {
  const stamped = columns.find(({ element }) => stampUnit(element) !== undefined);
  if (stamped) return { ...stamped, secondsPerUnit: stampUnit(stamped.element) };
  const cellOf = (column: ParquetColumn) => headerCell(column.name, units(column.name), 0);
  const named =
    columns.find((column) => column.name === 'T') ?? columns.find((column) => isTimeName(cellOf(column).name));
  const found = named ?? columns.find((column) => isUnitName(column.name));
  return found && { ...found, secondsPerUnit: timeUnitOf(cellOf(found)) };
}

function stampUnit({ converted_type, logical_type }: SchemaElement): number | undefined {
  if (logical_type?.type === 'TIMESTAMP') return { MILLIS: 1e-3, MICROS: 1e-6, NANOS: 1e-9 }[logical_type.unit];
  if (converted_type === 'TIMESTAMP_MILLIS') return 1e-3;
  return converted_type === 'TIMESTAMP_MICROS' ? 1e-6 : undefined;
}

/** Where a column of a row group lies; undefined where the footer says what cannot be. */
export function chunkOf(
  group: RowGroup,
  name: string,
  sizeBytes: number,
): { readonly at: number; readonly bytes: number; readonly meta: ColumnMetaData } | undefined {
  const meta = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name)?.meta_data;
  if (meta === undefined) return undefined;
  const data = Number(meta.data_page_offset);
  const dictionary = Number(meta.dictionary_page_offset ?? 0n);
  const at = dictionary > 0 && dictionary < data ? dictionary : data;
  const bytes = Number(meta.total_compressed_size);
  return at >= 4 && bytes > 0 && at + bytes <= sizeBytes ? { at, bytes, meta } : undefined;
}
