import { Readable } from 'node:stream';
import { formatFileDate } from '@sillage/domain';
import { type FileFormat, writeRawFile } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { type RecordRow, readRawOrigin, startOf } from '../records/index.ts';
import type { ExportDependencies, ExportSource } from './export-source.ts';

const { devices } = tables;

/** Family of a device number → the raw format's word. */
const families: Readonly<Record<number, string>> = { 10: 'maxi', 20: 'mini', 30: 'hub' };

/** What uploaded files of a format are called. */
const extensions: Readonly<Record<FileFormat, string>> = {
  ...{ raw: 'txt', fit: 'fit', gpx: 'gpx', tcx: 'tcx', mcap: 'mcap', parquet: 'parquet' },
  ...{ csv: 'csv', nk: 'csv', rp3: 'csv', powertap: 'csv' },
};

/** The file that was uploaded has its own format. */
export function rawExtension({ original }: Pick<ExportSource, 'original'>): string {
  return original === undefined ? 'txt' : extensions[original.format];
}

/** What was uploaded, as it came; of what has no such file, its samples in the format of raw device files. */
export async function rawFile(dependencies: ExportDependencies, part: ExportSource): Promise<Readable> {
  const { original } = part;
  if (original === undefined) return writtenRaw(dependencies, part);
  const file = await dependencies.folder.files.open(original.name);
  if (file === undefined) throw new Error('the original of a record went while it was downloaded');
  return file.readAll();
}

async function writtenRaw({ database }: ExportDependencies, { record, modules }: ExportSource): Promise<Readable> {
  const [device] =
    record.deviceId === null
      ? []
      : await database.db.select({ number: devices.number }).from(devices).where(eq(devices.id, record.deviceId));
  const origin = readRawOrigin(record.otherData);
  const deviceNumber = origin?.device_number ?? device?.number;
  const about = {
    startUs: startOf(record),
    deviceType: origin?.device_type ?? families[Math.floor((deviceNumber ?? 0) / 1e6)] ?? 'maxi',
    deviceNumber,
    recordType: record.recordType,
    version: origin?.version,
    folderName: origin?.folder_name ?? (deviceNumber === undefined ? undefined : folderOf(record, deviceNumber)),
  };
  const sources = modules.map(({ name, type, rateHz, columns, samples }) => ({
    name,
    type,
    rateHz,
    columns,
    // Merged by time: all of them are open until the end.
    chunks: samples(modules.length),
  }));
  return Readable.from(writeRawFile(about, sources), { objectMode: false });
}

/** As devices call the folder of a record: number, record, date and time. */
function folderOf(record: RecordRow, deviceNumber: number): string {
  const date = formatFileDate(record.startedAt.getTime(), record.timezone).replaceAll('-', '');
  return `${deviceNumber}_${record.deviceRecordId ?? record.id}_${date}/`;
}
