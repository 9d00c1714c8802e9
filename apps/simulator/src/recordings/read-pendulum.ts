import { readTable } from './read-table.ts';
import { type ColumnSource, type SourceModule, sourceModule } from './source-module.ts';

// Every value of the file is a whole number of these steps: ±16 g and ±2000 °/s over 16 bits.
const accStep = 0.00478728;
const gyroStep = 0.07;

/** A mini that swings: about 200 Hz with jitter and gaps. */
export function readPendulum(): SourceModule {
  const table = readTable('18_pendulum_video/pendulum.csv');
  const axis = (name: string, unit: string, scale: number, fr: string, en: string): ColumnSource => ({
    name,
    unit,
    type: 'int16',
    scale,
    fr,
    en,
    values: table.numbers(name),
  });
  return sourceModule({
    id: 1,
    type: 'imu',
    rateHz: 200,
    realtimeRateHz: 50,
    timing: 'stamped',
    times: table.numbers('T'),
    columns: [
      ...['x', 'y', 'z'].map((a) => axis(`acc_${a}`, 'm/s²', accStep, `Accélération ${a}`, `Acceleration ${a}`)),
      ...['x', 'y', 'z'].map((a) =>
        axis(`gyro_${a}`, '°/s', gyroStep, `Vitesse de rotation ${a}`, `Rotation rate ${a}`),
      ),
    ],
  });
}
