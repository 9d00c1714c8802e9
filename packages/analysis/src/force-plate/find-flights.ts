import { leastContactSeconds, leastFlightSeconds } from './plate-parameters.ts';

/** Samples without a contact: [takeOff, landing); `landing` is undefined where the recording ends in the air. */
export interface Flight {
  readonly takeOff: number;
  readonly landing: number | undefined;
}

/** Stretches below the threshold, at least 0.15 s long; what touches the plate for less than 50 ms is no contact. */
export function findFlights(force: Float64Array, rateHz: number, threshold: number): Flight[] {
  const flights: Flight[] = [];
  const contact = leastContactSeconds * rateHz;
  let takeOff = -1;
  let touched = -1;
  const close = (landing: number | undefined) => {
    const end = landing ?? force.length;
    if (takeOff > 0 && end - takeOff >= leastFlightSeconds * rateHz) flights.push({ takeOff, landing });
    takeOff = -1;
  };
  for (let i = 0; i < force.length; i++) {
    if (force[i]! < threshold) {
      if (takeOff < 0) takeOff = i;
      touched = -1;
      continue;
    }
    if (takeOff < 0) continue;
    if (touched < 0) touched = i;
    if (i - touched + 1 >= contact) {
      close(touched);
      touched = -1;
    }
  }
  if (takeOff >= 0) close(touched < 0 ? undefined : touched);
  return flights;
}

/** Rise and peak of a landing, in body weights a second and body weights, within so many seconds (House). */
const landing = { risePerSecond: 20, peak: 0.5, withinSeconds: 0.6 };
/** Body weights of a push that ends in a jump. */
const leastPush = 1.5;

/** The flight that a landing closed; where none is, the last one that a push led to. */
export function chooseFlight(
  flights: readonly Flight[],
  force: Float64Array,
  rateHz: number,
  weight: number,
): Flight | undefined {
  const landed = flights.filter(({ landing: at }) => at !== undefined && isLanding(force, at, rateHz, weight));
  const pushed = (all: readonly Flight[]) => all.filter(({ takeOff }) => isPush(force, takeOff, rateHz, weight));
  return pushed(landed).at(0) ?? pushed(flights).at(-1);
}

/** Whether a push led to a flight, and a landing ended it. */
export function isJump(force: Float64Array, { takeOff, landing: at }: Flight, rateHz: number, weight: number): boolean {
  return at !== undefined && isPush(force, takeOff, rateHz, weight) && isLanding(force, at, rateHz, weight);
}

function isLanding(force: Float64Array, at: number, rateHz: number, weight: number): boolean {
  const end = Math.min(force.length, at + Math.ceil(landing.withinSeconds * rateHz));
  let [peak, rise] = [0, 0];
  for (let i = at; i < end; i++) {
    peak = Math.max(peak, force[i]!);
    rise = Math.max(rise, (force[i]! - force[i - 1]!) * rateHz);
  }
  return peak >= landing.peak * weight && rise >= landing.risePerSecond * weight;
}

function isPush(force: Float64Array, takeOff: number, rateHz: number, weight: number): boolean {
  for (let i = takeOff; i >= Math.max(0, takeOff - rateHz); i--) if (force[i]! > leastPush * weight) return true;
  return false;
}
