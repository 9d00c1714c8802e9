/** Of a force–velocity profile per kg: F0 N/kg, V0 m/s; push-off distance m. */
export interface JumpProfile {
  readonly force: number;
  readonly velocity: number;
  readonly pushOff: number;
  readonly gravity: number;
}

/** Take-off speed that a profile allows, m/s (Samozino 2012); NaN where it cannot leave the ground. */
export function takeOffSpeed({ force, velocity, pushOff, gravity }: JumpProfile): number {
  return speedOf((force * velocity) / 4, -force / velocity, pushOff, gravity);
}

function speedOf(power: number, slope: number, pushOff: number, gravity: number): number {
  const inner = slope ** 2 / 4 + (2 / pushOff) * (2 * Math.sqrt(-power * slope) - gravity);
  return pushOff * (Math.sqrt(inner) + slope / 2);
}

/** The slope at which the same power jumps highest, N·s/m/kg: the closed form of Samozino 2012, 2014. */
export function optimalSlope({ force, velocity, pushOff: h, gravity: g }: JumpProfile): number {
  const p = (force * velocity) / 4;
  const root = Math.sqrt(2 * g ** 3 * h ** 9 * p ** 6 + 27 * h ** 8 * p ** 8);
  const z = -(g ** 6) * h ** 6 - 18 * g ** 3 * h ** 5 * p ** 2 - 54 * h ** 4 * p ** 4 + 6 * Math.sqrt(3) * root;
  const cube = Math.cbrt(z);
  return (
    -(g ** 2) / (3 * p) -
    (-(g ** 4) * h ** 4 - 12 * g * h ** 3 * p ** 2) / (3 * h ** 2 * p * cube) +
    cube / (3 * h ** 2 * p)
  );
}

/** The push-off distance with which a profile jumps so high, m; undefined where none from 0.1 to 1 m does. */
export function pushOffOf(profile: Omit<JumpProfile, 'pushOff'>, height: number): number | undefined {
  const over = (pushOff: number) => takeOffSpeed({ ...profile, pushOff }) ** 2 / (2 * profile.gravity) - height;
  let [low, high] = [0.1, 1];
  if (!(over(low) < 0 && over(high) > 0)) return undefined;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (over(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
