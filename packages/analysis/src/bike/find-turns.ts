/** Samples [from, to] of a turn or a part of it, whose times are known between samples. */
export interface Turn {
  readonly from: number;
  readonly to: number;
}

/**
 * Parts of turns of the crank, by its cadence: each ends at the first sample at which so much has been turned.
 * @param part of a turn: 1, or 0.5 for downstrokes
 */
export function turnsOfCadence(timesSeconds: Float64Array, cadenceRpm: Float64Array, part: number): Turn[] {
  const turns: Turn[] = [];
  let [from, turned] = [0, 0];
  for (let i = 1; i < timesSeconds.length; i++) {
    const both = (cadenceRpm[i]! + cadenceRpm[i - 1]!) / 2;
    if (!Number.isFinite(both)) {
      [from, turned] = [i, 0];
      continue;
    }
    turned += (Math.max(0, both) / 60) * (timesSeconds[i]! - timesSeconds[i - 1]!);
    if (turned < part) continue;
    turns.push({ from, to: i });
    [from, turned] = [i, 0];
  }
  return turns;
}

/** Turns of an angle in degrees, wrapped at 360 or not: each from where it passes 0 to where it does so again. */
export function turnsOfAngle(degrees: Float64Array): Turn[] {
  const turns: Turn[] = [];
  let from = -1;
  for (let i = 1; i < degrees.length; i++) {
    if (!Number.isFinite(degrees[i]! + degrees[i - 1]!)) {
      from = -1;
      continue;
    }
    const passes =
      Math.floor(degrees[i]! / 360) !== Math.floor(degrees[i - 1]! / 360) || degrees[i]! - degrees[i - 1]! < -180;
    if (!passes) continue;
    if (from >= 0) turns.push({ from, to: i });
    from = i;
  }
  return turns;
}

/** Mean over time of [from, to], by the trapezoid; NaN where a value is missing. */
export function meanOverTime(timesSeconds: Float64Array, values: Float64Array, { from, to }: Turn): number {
  let sum = 0;
  for (let i = from + 1; i <= to; i++) {
    sum += ((values[i]! + values[i - 1]!) / 2) * (timesSeconds[i]! - timesSeconds[i - 1]!);
  }
  return sum / (timesSeconds[to]! - timesSeconds[from]!);
}
