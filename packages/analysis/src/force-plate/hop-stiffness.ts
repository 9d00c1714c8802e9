/** Of one hop, by its times alone. */
export interface HopStiffness {
  /** N */
  readonly peakForce: number;
  /** kN/m */
  readonly stiffness: number;
}

/**
 * A contact as half a sine (Dalleau 2004; Morin 2005): F = m·g·π/2·(tf/tc + 1), Δy = F·tc²/(m·π²) − g·tc²/8, k = F/Δy.
 * @param mass kg
 * @param contact s
 * @param flight s
 */
export function stiffnessOfTimes(mass: number, contact: number, flight: number, gravity: number): HopStiffness {
  const peakForce = ((mass * gravity * Math.PI) / 2) * (flight / contact + 1);
  const descent = (peakForce * contact ** 2) / (mass * Math.PI ** 2) - (gravity * contact ** 2) / 8;
  return { peakForce, stiffness: peakForce / descent / 1000 };
}
