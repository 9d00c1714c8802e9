import { fitLine } from '@sillage/signal';
import { distanceAt, type SprintModel, speedAt } from './sprint-model.ts';

export interface Runner {
  /** kg, m */
  readonly mass: number;
  readonly height: number;
  /** °C, Torr */
  readonly temperature: number;
  readonly pressure: number;
  /** m/s from behind */
  readonly wind: number;
  readonly gravity: number;
}

/** m over which the forces of a run are followed, and s from which the ratio of forces is. */
const [runMetres, ratioFrom, stepSeconds] = [60, 0.3, 0.01];
const dragCoefficient = 0.9;

/** N·s²/m²: air resistance at 1 m/s (Arsac & Locatelli 2002). */
export function airResistance({ mass, height, temperature, pressure }: Runner): number {
  const density = ((1.293 * pressure) / 760) * (273 / (273 + temperature));
  const area = 0.266 * 0.2025 * height ** 0.725 * mass ** 0.425;
  return 0.5 * density * area * dragCoefficient;
}

export interface ForceVelocity {
  /** N/kg, m/s, W/kg, N·s/m/kg */
  readonly force: number;
  readonly velocity: number;
  readonly power: number;
  readonly slope: number;
}

/** By the polynomial of the model itself: F0 is the acceleration at the start (Samozino 2022). */
export function profileByPolynomial({ topSpeed, tau }: SprintModel, runner: Runner): ForceVelocity {
  const [drag, first] = [airResistance(runner) / runner.mass, topSpeed / tau];
  const root = Math.sqrt(Math.max(0, tau ** -2 - 4 * drag * first));
  const velocity = (1 / tau - root) / (2 * drag);
  return { force: first, velocity, power: (first * velocity) / 4, slope: -first / velocity };
}

/** By the line through force and speed of the modelled run (Samozino 2016); undefined where there is none. */
export function profileByLine(model: SprintModel, runner: Runner): ForceVelocity | undefined {
  const { speeds, forces } = followRun(model, runner);
  const line = fitLine(speeds, forces);
  if (line === undefined || !(line.slope < 0)) return undefined;
  const velocity = -line.intercept / line.slope;
  return { force: line.intercept, velocity, power: (line.intercept * velocity) / 4, slope: line.slope };
}

/** Share of the force that goes forward, % at 0.3 s, and how it falls with speed, % per m/s (Morin & Samozino 2016). */
export function ratioOfForces(
  model: SprintModel,
  runner: Runner,
): { readonly most: number; readonly fall: number } | undefined {
  const { times, speeds, forces } = followRun(model, runner);
  const from = times.findIndex((seconds) => seconds >= ratioFrom);
  const ratios = forces.map((force) => (100 * force) / Math.hypot(force, runner.gravity));
  const line = from < 0 ? undefined : fitLine(speeds.slice(from), ratios.slice(from));
  return line && { most: ratios[from] ?? Number.NaN, fall: line.slope };
}

/** Speed and horizontal force per kg, each hundredth of a second. */
export function followRun(model: SprintModel, runner: Runner) {
  const [times, speeds, forces]: [number[], number[], number[]] = [[], [], []];
  const drag = airResistance(runner) / runner.mass;
  for (let i = 0; i < 3000; i++) {
    const seconds = i * stepSeconds;
    if (distanceAt(model, seconds) > runMetres) break;
    const speed = speedAt(model, seconds);
    const relative = speed - runner.wind;
    times.push(seconds);
    speeds.push(speed);
    forces.push((model.topSpeed - speed) / model.tau + drag * relative * Math.abs(relative));
  }
  return { times, speeds, forces };
}
