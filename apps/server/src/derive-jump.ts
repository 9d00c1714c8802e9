/** What is changed of a recorded jump, to make another trial of another athlete of it. */
export interface JumpChange {
  /** All forces, as if somebody of another weight had jumped. */
  readonly mass: number;
  /** Net force before take-off, and with it the take-off speed and the time in the air: the height grows with its square. */
  readonly strength: number;
  /** The plates the other way round. */
  readonly isMirrored: boolean;
}

/** N; below it the athlete is in the air. Samples of the weighing at the beginning. */
const [flightBelow, weighingSamples] = [20, 1000];

/**
 * Another trial, made of the recording of two plates: physically consistent, since the speed at take-off and the time in the air grow
 * alike. One header line, then the forces of both plates a row, in N, tabs between them.
 * @throws where there is no flight
 */
export function deriveJump(text: string, { mass, strength, isMirrored }: JumpChange): string {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const rows = lines.map((line) => line.split('\t').map(Number));
  const total = rows.map(([one = 0, other = 0]) => one + other);
  const flight = longestFlight(total);
  const weights = [0, 1].map((plate) => {
    const weighed = rows.slice(0, weighingSamples);
    return weighed.reduce((sum, row) => sum + (row[plate] ?? 0), 0) / weighed.length;
  });
  const pushed = rows
    .slice(0, flight.from)
    .map((row) => row.map((force, plate) => Math.max(0, netOf(force, weights[plate] ?? 0, strength))));
  const samples = Math.round((flight.to - flight.from) * strength);
  const flown = Array.from({ length: samples }, (_, i) => rows[flight.from + Math.floor(i / strength)] ?? []);
  const derived = [...pushed, ...flown, ...rows.slice(flight.to)].map((row) => {
    const scaled = row.map((force) => (force * mass).toFixed(3));
    return (isMirrored ? scaled.toReversed() : scaled).join('\t');
  });
  return `${[header, ...derived].join('\n')}\n`;
}

const netOf = (force: number, weight: number, strength: number) => weight + (force - weight) * strength;

/** Samples [from, to) of the longest stretch in the air. */
function longestFlight(total: readonly number[]) {
  let [from, best] = [-1, { from: 0, to: 0 }];
  for (let i = 0; i <= total.length; i++) {
    const isAir = i < total.length && (total[i] ?? 0) < flightBelow;
    if (isAir && from < 0) from = i;
    if (isAir || from < 0) continue;
    if (i - from > best.to - best.from) best = { from, to: i };
    from = -1;
  }
  if (best.to === 0) throw new Error('no flight in the jump that others are made of');
  return best;
}
