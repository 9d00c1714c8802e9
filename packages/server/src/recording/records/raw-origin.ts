import type { DetectedFile } from '@sillage/formats';
import { z } from 'zod';

/** Name under `other_data` of what an uploaded raw file tells of its origin. */
export const rawOriginKey = 'raw_origin';

const RawOrigin = z.object({
  device_number: z.number().nullable(),
  device_type: z.string(),
  version: z.string(),
  folder_name: z.string().nullable(),
});
type RawOrigin = z.infer<typeof RawOrigin>;

export function rawOriginOf(about: NonNullable<DetectedFile['about']>): RawOrigin {
  const { deviceNumber, deviceType, version, folderName } = about;
  // What a header holds may be what no database keeps.
  const plain = (text: string) => text.replaceAll('\0', '').toWellFormed();
  return {
    device_number: deviceNumber !== undefined && Number.isFinite(deviceNumber) ? deviceNumber : null,
    device_type: plain(deviceType),
    version: plain(version),
    folder_name: folderName === undefined ? null : plain(folderName),
  };
}

/** Undefined for records that are no uploads of raw files. */
export function readRawOrigin(otherData: Readonly<Record<string, unknown>>): RawOrigin | undefined {
  return RawOrigin.safeParse(otherData[rawOriginKey]).data;
}
