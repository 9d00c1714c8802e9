import { z } from 'zod';
import { readShipped } from './read-table.ts';
import { type ColumnSource, type SourceModule, sourceModule } from './source-module.ts';

// Format: recordings/19_raw_device_file/SOURCE.md. This reads the one undamaged file that the simulator ships.
const marker = '<== data ==>\n';
const Field = z.object({ name: z.string(), type: z.string(), unit: z.string() });
const Head = z.object({
  description: z.object({ epoch: z.number() }),
  modules: z.record(z.string(), z.object({ id: z.number(), size: z.number(), description: z.array(Field) })),
});
const frameHeaderBytes = 9;

const words: Record<string, { fr: string; en: string }> = {
  acc: { fr: 'Accélération', en: 'Acceleration' },
  gyro: { fr: 'Vitesse de rotation', en: 'Rotation rate' },
};

/** The IMU frames of the raw device file: six float32, each frame with its own time. */
export function readRawImu(): SourceModule {
  const bytes = readShipped('19_raw_device_file/recording.txt');
  const dataAt = bytes.indexOf(marker) + marker.length;
  const head = Head.parse(
    JSON.parse(
      bytes
        .subarray(0, dataAt)
        .toString('latin1')
        .split(/<==.*==>/)[1] ?? '',
    ),
  );
  const imu = head.modules.imu;
  if (!imu) throw new Error('no imu in the raw device file');
  const sizes = new Map(Object.values(head.modules).map(({ id, size }) => [id, size]));

  const times: number[] = [];
  const columns: ColumnSource[] = imu.description.slice(2).map(({ name, unit }) => {
    const [quantity = '', axis = ''] = name.split('_');
    return {
      name,
      unit: unit.replace('m/s^2', 'm/s²').replace('deg/s', '°/s'),
      type: 'float32',
      fr: `${words[quantity]?.fr} ${axis}`,
      en: `${words[quantity]?.en} ${axis}`,
      values: [],
    };
  });
  const values = columns.map((): number[] => []);
  // The file ends with a torn frame.
  for (let at = dataAt; at + Math.min(...sizes.values()) <= bytes.length; ) {
    const size = sizes.get(bytes.readUInt8(at));
    if (!size) throw new Error(`unknown frame at byte ${at}`);
    if (bytes.readUInt8(at) === imu.id && at + size <= bytes.length) {
      times.push((Number(bytes.readBigUInt64LE(at + 1)) - head.description.epoch * 1e6) / 1e6);
      values.forEach((column, i) => {
        column.push(bytes.readFloatLE(at + frameHeaderBytes + 4 * i));
      });
    }
    at += size;
  }
  return sourceModule({
    id: 2,
    type: 'imu',
    rateHz: 100,
    realtimeRateHz: 50,
    timing: 'stamped',
    times,
    columns: columns.map((column, i) => ({ ...column, values: values[i] ?? [] })),
  });
}
