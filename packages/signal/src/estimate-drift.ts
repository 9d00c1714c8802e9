/** How fast one clock runs by another one. */
export interface EstimatedDrift {
  /** Millionths by which the clock runs fast. */
  readonly ppm: number;
  /** Half of the interval that holds the true value in 95 of 100 cases. */
  readonly uncertaintyPpm: number;
  /** s by the clock between the first and the last pair. */
  readonly seconds: number;
}

/** A moment by a clock, s, and how much later a message of it was there by the other one, s. */
export interface TimedArrival {
  readonly seconds: number;
  readonly delaySeconds: number;
  /** Pairs of two of them say nothing together: a clock jumped between. */
  readonly segment: number;
}

/** s; less tells nothing of a quartz. */
const leastSeconds = 60;
/** Windows of the whole in each of which the soonest arrival counts, s of one at least, and with fewer nothing is told. */
const mostWindows = 120;
const leastWindowSeconds = 5;
const leastWindows = 8;

/**
 * The drift of a clock from when its messages arrived. They are late, never early: of each window the soonest counts, and
 * of all pairs of these the median slope, which a quarter of them may miss by anything (Theil–Sen). Undefined where there
 * is too little.
 */
export function estimateDrift(arrivals: readonly TimedArrival[]): EstimatedDrift | undefined {
  const times = arrivals.map(({ seconds }) => seconds);
  const first = times.reduce((least, t) => Math.min(least, t), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, t) => Math.max(most, t), Number.NEGATIVE_INFINITY);
  if (!(last - first >= leastSeconds)) return undefined;
  const windowSeconds = Math.max(leastWindowSeconds, (last - first) / mostWindows);
  // Within a window a drift moves the soonest one: it is taken out, and found again.
  let slope = 0;
  let soonest: TimedArrival[] = [];
  for (let round = 0; round < 3; round++) {
    soonest = soonestOf(arrivals, windowSeconds, slope);
    const found = medianSlope(soonest);
    if (soonest.length < leastWindows || found === undefined) return undefined;
    slope = found;
  }
  const uncertainty = uncertaintyOf(soonest, slope);
  if (uncertainty === undefined) return undefined;
  return { ppm: -slope * 1e6, uncertaintyPpm: uncertainty * 1e6, seconds: last - first };
}

function soonestOf(arrivals: readonly TimedArrival[], windowSeconds: number, slope: number): TimedArrival[] {
  const found = new Map<string, TimedArrival>();
  const late = ({ seconds, delaySeconds }: TimedArrival) => delaySeconds - slope * seconds;
  for (const arrival of arrivals) {
    const key = `${arrival.segment} ${Math.floor(arrival.seconds / windowSeconds)}`;
    const known = found.get(key);
    if (known === undefined || late(arrival) < late(known)) found.set(key, arrival);
  }
  return [...found.values()];
}

/** Of pairs of one segment, each as heavy as they are far apart. */
function medianSlope(points: readonly TimedArrival[]): number | undefined {
  const pairs = points.flatMap((a, i) =>
    points.slice(i + 1).flatMap((b) => {
      const apart = Math.abs(b.seconds - a.seconds);
      if (a.segment !== b.segment || apart === 0) return [];
      return [{ slope: (b.delaySeconds - a.delaySeconds) / (b.seconds - a.seconds), weight: apart }];
    }),
  );
  pairs.sort((a, b) => a.slope - b.slope);
  const half = pairs.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { slope, weight } of pairs) {
    passed += weight;
    if (passed >= half) return slope;
  }
  return undefined;
}

/** s; what clocks are read to. */
const finest = 1e-6;

function uncertaintyOf(points: readonly TimedArrival[], slope: number): number | undefined {
  let spread = 0;
  const residuals: number[] = [];
  for (const segment of Map.groupBy(points, (point) => point.segment).values()) {
    if (segment.length < 2) continue;
    const late = segment.map(({ seconds, delaySeconds }) => delaySeconds - slope * seconds);
    const [middle, meanSeconds] = [median(late), mean(segment.map(({ seconds }) => seconds))];
    residuals.push(...late.map((one) => one - middle));
    spread += segment.reduce((sum, { seconds }) => sum + (seconds - meanSeconds) ** 2, 0);
  }
  if (residuals.length < leastWindows || spread === 0) return undefined;
  const scatter = Math.max(finest, 1.4826 * median(residuals.map(Math.abs)));
  // 1.96 for normal residuals; these have a long tail, and the segments’ middles are estimates, too.
  return (3 * scatter) / Math.sqrt(spread);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
