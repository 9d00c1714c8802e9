import { type DeviceMeta, sampleReader } from '@sillage/device-protocol';
import { activityVariables, quantityOf } from '@sillage/domain';
import type { TappedBlock } from '../tap/index.ts';

/** ms of which one level tells. */
export const levelMs = 5000;

/** The sensor by which a device's movement is judged. */
interface Sensor {
  readonly module: string;
  readonly columns: readonly number[];
  readonly measure: 'mean' | 'deviation';
  /** What noise may reach, in its unit. */
  readonly calm: number;
}

export interface MovementMeter {
  take(block: TappedBlock, meta: DeviceMeta, nowMs: number): void;
  /** Tells of what came since the last level. */
  end(): void;
}

/**
 * How much a device moves, each few seconds: at most 1 where it rests, whatever it measures.
 * @param told a level, and which stretch of {@link levelMs} since 1970 it is of
 */
export function measureMovement(told: (slot: number, level: number) => void): MovementMeter {
  let meta: DeviceMeta | undefined;
  let sensor: Sensor | undefined;
  let slot = Number.NaN;
  let sums = sumsOf(undefined);

  function end(): void {
    const level = sensor && levelOf(sums, sensor);
    if (level !== undefined && Number.isFinite(level)) told(slot, level);
    sums = sumsOf(sensor);
  }

  return {
    take({ header, name, module, bytes }, described, nowMs) {
      if (described !== meta) {
        end();
        meta = described;
        sensor = chooseSensor(described);
        sums = sumsOf(sensor);
      }
      const now = Math.floor(nowMs / levelMs);
      if (now !== slot) end();
      slot = now;
      if (name !== sensor?.module) return;
      const samples = sampleReader(bytes, header, module);
      if (typeof samples === 'string') return;
      for (const [c, sum] of sums.entries()) {
        const column = sensor.columns[c] ?? 0;
        for (let i = 0; i < header.sampleCount; i++) add(sum, samples.value(column, i));
      }
    },
    end,
  };
}

interface Sum {
  count: number;
  mean: number;
  /** Of squares of differences from the mean. */
  squares: number;
}

function sumsOf(sensor: Sensor | undefined): Sum[] {
  return sensor?.columns.map(() => ({ count: 0, mean: 0, squares: 0 })) ?? [];
}

function add(sum: Sum, value: number): void {
  if (!Number.isFinite(value)) return;
  sum.count += 1;
  const difference = value - sum.mean;
  sum.mean += difference / sum.count;
  sum.squares += difference * (value - sum.mean);
}

/** NaN where nothing was measured. */
function levelOf(sums: readonly Sum[], { measure, calm }: Sensor): number {
  if (measure === 'mean') return Math.abs(sums[0]?.count ? sums[0].mean : Number.NaN) / calm;
  const variance = sums.reduce((total, { squares, count }) => total + squares / count, 0);
  return Math.sqrt(variance) / calm;
}

/** A sensor that is turned about rather than one number of the sport: it tells of rest and movement whatever is done. */
function chooseSensor({ modules }: DeviceMeta): Sensor | undefined {
  const names = Object.entries(modules).flatMap(([name, { columns }]) => columns.map((one) => `${name}.${one.name}`));
  for (const { variables, measure } of activityVariables('still', names)) {
    const [first = ''] = variables;
    const calm = quantityOf(first)?.leastSpan;
    const module = first.slice(0, first.indexOf('.'));
    const columns = variables.map((variable) =>
      (modules[module]?.columns ?? []).findIndex(({ name }) => `${module}.${name}` === variable),
    );
    // A swing of so much deviates by about half of it.
    if (calm !== undefined && columns.every((c) => c >= 0))
      return { module, columns, measure, calm: measure === 'mean' ? calm : calm / 2 };
  }
  return undefined;
}
