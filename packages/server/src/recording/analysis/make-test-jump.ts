const [gravity, rateHz] = [9.81, 500];

interface TestJump {
  /** m/s */
  readonly takeOffSpeed: number;
  /** kg, with what is carried. */
  readonly mass?: number;
  /** Pushes from the squat, without letting go before. */
  readonly isSquat?: boolean;
}

/**
 * A countermovement jump on one plate as CSV, 5 s: stands, lets go to half of the weight for 0.3 s, pushes with 2.2 weights until it
 * is so fast, flies, lands. Without speed it stands all the time.
 */
export function makeTestJump({ takeOffSpeed, mass = 70, isSquat = false }: TestJump): string {
  const weight = mass * gravity;
  const dip = isSquat ? 0 : 0.3;
  const push = (dip * 0.5) / 1.2 + takeOffSpeed / gravity / 1.2;
  const flight = (2 * takeOffSpeed) / gravity;
  const force = (t: number): number => {
    const still = weight + 0.5 * Math.sin(2 * Math.PI * 7 * t);
    if (t < 2 || takeOffSpeed === 0) return still;
    if (t < 2 + dip) return weight * 0.5;
    if (t < 2 + dip + push) return weight * 2.2;
    if (t < 2 + dip + push + flight) return 0;
    return t < 2 + dip + push + flight + 0.2 ? weight * 3 : still;
  };
  const rows = Array.from({ length: 5 * rateHz }, (_, i) => `${i / rateHz},${force(i / rateHz).toFixed(3)}`);
  return `T (s),fztot (N)\n${rows.join('\n')}\n`;
}
