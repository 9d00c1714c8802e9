import { type ColumnSource, type SourceModule, sourceModule } from './source-module.ts';

interface Positions {
  readonly id: number;
  readonly rateHz: number;
  /** s */
  readonly times: readonly number[];
  /** ° */
  readonly latitudes: readonly number[];
  /** ° */
  readonly longitudes: readonly number[];
  readonly others: readonly ColumnSource[];
  readonly startAt?: number;
}

/** A `gps` module: positions in steps of 10⁻⁷ ° (1 cm), as receivers give them, then other columns. */
export function positionsModule({
  id,
  rateHz,
  times,
  latitudes,
  longitudes,
  others,
  startAt = 0,
}: Positions): SourceModule {
  const degrees = { unit: '°', type: 'int32', scale: 1e-7, precision: 7 } as const;
  return sourceModule({
    id,
    type: 'gps',
    rateHz,
    realtimeRateHz: 1,
    timing: 'stamped',
    times,
    startAt,
    columns: [
      { ...degrees, name: 'latitude', fr: 'Latitude', en: 'Latitude', values: latitudes },
      { ...degrees, name: 'longitude', fr: 'Longitude', en: 'Longitude', values: longitudes },
      ...others,
    ],
  });
}
