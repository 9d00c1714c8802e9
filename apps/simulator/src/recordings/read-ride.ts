import { positionsModule } from './read-positions.ts';
import { readTable } from './read-table.ts';
import { type SourceModule, sourceModule } from './source-module.ts';

const id = { bike: 1, gps: 2 };
// The first minutes are spent standing at the start.
const startAtSeconds = 600;

/** A road race with a power meter, 1 Hz; NaN where the source has no cadence or heart rate. */
export function readRide(): { bike: SourceModule; gps: SourceModule } {
  const table = readTable('09_cycling_power/Edge810-Vector_records.csv.gz');
  const times = table.numbers('t');
  const bike = sourceModule({
    id: id.bike,
    type: 'bike',
    rateHz: 1,
    realtimeRateHz: 1,
    timing: 'stamped',
    times,
    startAt: startAtSeconds,
    columns: [
      {
        name: 'power',
        unit: 'W',
        type: 'int16',
        precision: 0,
        fr: 'Puissance',
        en: 'Power',
        values: table.numbers('power'),
      },
      {
        name: 'cadence',
        unit: 'rpm',
        type: 'float32',
        precision: 0,
        fr: 'Cadence',
        en: 'Cadence',
        values: table.numbers('cadence'),
      },
      {
        name: 'speed',
        unit: 'm/s',
        type: 'int16',
        scale: 1e-3,
        fr: 'Vitesse',
        en: 'Speed',
        values: table.numbers('speed'),
      },
      {
        name: 'heart_rate',
        unit: 'bpm',
        type: 'float32',
        precision: 0,
        fr: 'Fréquence cardiaque',
        en: 'Heart rate',
        values: table.numbers('hr'),
      },
    ],
  });
  const gps = positionsModule({
    id: id.gps,
    rateHz: 1,
    times,
    latitudes: table.numbers('lat'),
    longitudes: table.numbers('lon'),
    startAt: startAtSeconds,
    others: [
      {
        name: 'altitude',
        unit: 'm',
        type: 'int16',
        scale: 0.1,
        precision: 1,
        fr: 'Altitude',
        en: 'Altitude',
        values: table.numbers('alt'),
      },
    ],
  });
  return { bike, gps };
}
