/** Mono-exponential run (Furusawa 1927): v = MSS·(1 − e^(−t/τ)). */
export interface SprintModel {
  /** m/s */
  readonly topSpeed: number;
  /** s */
  readonly tau: number;
}

export const speedAt = ({ topSpeed, tau }: SprintModel, seconds: number): number =>
  topSpeed * (1 - Math.exp(-seconds / tau));

export const distanceAt = ({ topSpeed, tau }: SprintModel, seconds: number): number =>
  topSpeed * (seconds + tau * Math.exp(-seconds / tau)) - topSpeed * tau;

/** s at which a distance is reached, by Newton's method; the distance grows with time all along. */
export function timeAt(model: SprintModel, metres: number): number {
  if (!(metres > 0)) return 0;
  let seconds = metres / model.topSpeed + model.tau;
  for (let i = 0; i < 60; i++) {
    const step = (distanceAt(model, seconds) - metres) / speedAt(model, seconds);
    seconds = Math.max(seconds / 10, seconds - step);
    if (Math.abs(step) < 1e-13 * seconds) break;
  }
  return seconds;
}
