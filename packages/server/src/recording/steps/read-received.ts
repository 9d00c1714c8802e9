import { limits, type RecalibrateWanted } from '@sillage/contract';
import type { CalibratedSensor, ModuleCorrections } from '@sillage/domain';
import { correct, identity, inverse } from '@sillage/signal/calibration';
import { createSignalStore, type SampleChunk } from '../store/index.ts';
import type { ReceivedSensor, ReceivedWindow } from './measure-calibration.ts';

export type SensorToMeasure = CalibratedSensor & { readonly unit: string };

/** What is measured of a record. Plain data: it crosses threads. */
export interface CalibrationTask {
  /** Folder of its signals. */
  readonly signals: string;
  readonly module: string;
  readonly sensors: readonly SensorToMeasure[];
  /** s of the record as it is read now. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** What the record is read with now. */
  readonly present: ModuleCorrections;
  readonly wanted: RecalibrateWanted;
}

/**
 * Samples of a window as they were received: calibrations that the record is read with are taken back.
 * @returns undefined where they are more than may be measured at once
 */
export async function readReceived(task: CalibrationTask): Promise<ReceivedWindow | undefined> {
  const { signals, module, sensors, fromSeconds, toSeconds, present } = task;
  const names = sensors.flatMap(({ columns }) => columns);
  const store = createSignalStore({ cacheBytes: 0 });
  const chunks: SampleChunk[] = [];
  let samples = 0;
  for await (const chunk of store.samples(signals, module, names, fromSeconds, toSeconds)) {
    samples += chunk.timesSeconds.length;
    if (samples > limits.calibrationSamples) return undefined;
    chunks.push({ timesSeconds: chunk.timesSeconds.slice(), columns: chunk.columns.map((column) => column.slice()) });
  }
  const joined = (of: (chunk: SampleChunk) => ArrayLike<number>) => {
    const into = new Float64Array(samples);
    let at = 0;
    for (const chunk of chunks) {
      const values = of(chunk);
      into.set(values, at);
      at += values.length;
    }
    return into;
  };
  const columnOf = (name: string) => joined((chunk) => chunk.columns[names.indexOf(name)] ?? []);
  return {
    timesSeconds: joined(({ timesSeconds }) => timesSeconds),
    sensors: sensors.map((sensor) => received(sensor, sensor.columns.map(columnOf), present)),
  };
}

function received(
  sensor: SensorToMeasure,
  values: readonly Float64Array[],
  { corrections, inverted }: ModuleCorrections,
): ReceivedSensor {
  sensor.columns.forEach((column, i) => {
    const own = values[i];
    if (own && inverted.has(column)) correct({ columns: [column], matrix: [-1], bias: [0] }, [own]);
  });
  const present =
    corrections.find(({ columns }) => columns.join() === sensor.columns.join()) ?? identity(sensor.columns);
  const back = inverse(present);
  if (back === undefined) throw new Error('a calibration cannot be taken back');
  correct(back, values);
  return { ...sensor, values, present };
}
