import { earliest, type ModuleSource, openCursors } from '../rows/merge-modules.ts';
import type { TrackPoint } from './track-points.ts';

/** Where a channel is measured. */
export interface ChannelSource {
  readonly channel: Exclude<keyof TrackPoint, 'unixSeconds'>;
  /** Places among the modules, and among the columns of that one. */
  readonly module: number;
  readonly column: number;
  /** To the channel's unit. */
  readonly factor: number;
}

/** What was measured around one second. */
class Second {
  readonly unixSeconds: number;
  readonly #sums = new Map<ChannelSource['channel'], { sum: number; count: number; first: number }>();

  constructor(unixSeconds: number) {
    this.unixSeconds = unixSeconds;
  }

  add(channel: ChannelSource['channel'], value: number): void {
    const known = this.#sums.get(channel);
    if (known === undefined) this.#sums.set(channel, { sum: value, count: 1, first: value });
    else {
      // Beyond the date line a longitude begins again on the other side.
      const turn = channel === 'longitude' ? 360 * Math.round((known.first - value) / 360) : 0;
      known.sum += value + turn;
      known.count++;
    }
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0;
  }

  point(): TrackPoint {
    const mean = (channel: ChannelSource['channel']) => {
      const known = this.#sums.get(channel);
      return known && known.sum / known.count;
    };
    return {
      unixSeconds: this.unixSeconds,
      latitude: mean('latitude'),
      longitude: mean('longitude'),
      altitude: mean('altitude'),
      distance: mean('distance'),
      speed: mean('speed'),
      heartRate: mean('heartRate'),
      cadence: mean('cadence'),
      power: mean('power'),
    };
  }
}

/**
 * A point for each whole second since 1970 in which anything was measured: the means of the samples that are nearer to it than
 * to any other.
 * @param startUs since 1970 of T = 0
 */
export async function* gatherPoints(
  startUs: number,
  channels: readonly ChannelSource[],
  modules: readonly ModuleSource[],
): AsyncGenerator<TrackPoint> {
  const cursors = await openCursors(modules);
  const ofModule = modules.map((_, i) => channels.filter(({ module }) => module === i));
  let second: Second | undefined;
  for (let next = earliest(cursors); next; next = earliest(cursors)) {
    const unixSeconds = Math.round(startUs / 1e6 + next.seconds);
    if (second === undefined || unixSeconds !== second.unixSeconds) {
      if (second && !second.isEmpty) yield second.point();
      second = new Second(unixSeconds);
    }
    for (const { channel, column, factor } of ofModule[next.module] ?? []) {
      const value = next.values[column]?.[next.row] ?? Number.NaN;
      if (isPossible(channel, value * factor)) second.add(channel, value * factor);
    }
    if (next.last) await next.advance();
    else next.step();
  }
  if (second && !second.isEmpty) yield second.point();
}

function isPossible(channel: ChannelSource['channel'], value: number): boolean {
  if (channel === 'latitude') return Math.abs(value) <= 90;
  if (channel === 'longitude') return Math.abs(value) <= 180;
  return Number.isFinite(value);
}
