/** s */
export interface Phase {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface PhaseRules {
  /** Whether phases are what lies above the threshold, or below it. */
  readonly side: 'above' | 'below';
  readonly threshold: number;
  /** s; interruptions that are shorter do not end a phase. */
  readonly gapSeconds: number;
  /** s; phases that are shorter are none. */
  readonly leastSeconds: number;
}

/** Of the threshold: how far beyond it a phase is over, so that what trembles about it is one; it ends where it last crossed it. */
const hysteresis = 0.1;

/** When a steadily sampled signal is above, or below, a threshold. NaN = no value, which is neither. */
export function findPhases(values: Float64Array, rateHz: number, rules: PhaseRules): Phase[] {
  const joined: Phase[] = [];
  for (const phase of crossings(values, rateHz, rules)) {
    const last = joined.at(-1);
    if (last && phase.fromSeconds - last.toSeconds <= rules.gapSeconds) {
      joined[joined.length - 1] = { ...last, toSeconds: phase.toSeconds };
    } else joined.push(phase);
  }
  return joined.filter(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds >= rules.leastSeconds);
}

function crossings(values: Float64Array, rateHz: number, { side, threshold }: PhaseRules): Phase[] {
  const sign = side === 'above' ? 1 : -1;
  const [enter, leave] = [sign * threshold, sign * threshold - hysteresis * Math.abs(threshold)];
  const found: Phase[] = [];
  let [start, last]: [number | undefined, number] = [undefined, 0];
  const end = () => {
    if (start !== undefined) found.push({ fromSeconds: start / rateHz, toSeconds: (last + 1) / rateHz });
    start = undefined;
  };
  for (let i = 0; i < values.length; i++) {
    const value = sign * values[i]!;
    if (value > enter) {
      start ??= i;
      last = i;
    } else if (!(value > leave)) end();
  }
  end();
  return found;
}
