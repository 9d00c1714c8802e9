import { Readable } from 'node:stream';
import { formatFileDate } from '@sillage/domain';
import { writeRawFile } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { type RecordRow, readRawOrigin, startOf } from '../records/index.ts';
import type { ExportDependencies, ExportSource } from './export-source.ts';

const { devices } = tables;

/** Family of a device number → the raw format's word. */
const families: Readonly<Record<number, string>> = { 10: 'maxi', 20: 'mini', 30: 'hub' };

/** A record in the format of raw device files, whatever it came from. */
export async function rawFile({ database }: ExportDependencies, { record, modules }: ExportSource): Promise<Readable> {
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
