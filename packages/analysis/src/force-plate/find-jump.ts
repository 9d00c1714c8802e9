import { isRefused, type Refusal } from '../analysis.ts';
import type { Notice } from '../sentences.ts';
import { chooseFlight, type Flight, findFlights } from './find-flights.ts';
import { leastFlightSeconds } from './plate-parameters.ts';
import { type Weighing, weigh } from './weigh.ts';
import type { PlateForce } from './whole-force.ts';

export interface Jump {
  readonly weighing: Weighing;
  /** kg */
  readonly mass: number;
  readonly flight: Flight;
  readonly warnings: readonly Notice[];
}

/** A person who was weighed standing, and the flight that is judged. */
export function findJump(
  plate: PlateForce,
  asked: {
    readonly gravity: number;
    readonly flightThreshold: number;
    readonly weighFrom: number | null;
    readonly weighTo: number | null;
  },
): Jump | Refusal {
  const flights = findFlights(plate.total, plate.rateHz, asked.flightThreshold);
  const last = flights.at(-1);
  if (last === undefined) {
    const standing = weigh(plate, plate.total.length, asked);
    if (isRefused(standing)) return standing;
    return { refused: 'noFlight', numbers: { seconds: leastFlightSeconds, threshold: asked.flightThreshold } };
  }
  const first = weigh(plate, last.takeOff, asked);
  if (isRefused(first)) return first;
  const flight = chooseFlight(flights, plate.total, plate.rateHz, first.weight);
  if (flight === undefined) {
    return { refused: 'noFlight', numbers: { seconds: leastFlightSeconds, threshold: asked.flightThreshold } };
  }
  const weighing = flight === last ? first : weigh(plate, flight.takeOff, asked);
  if (isRefused(weighing)) return weighing;
  const takeOff = plate.timesSeconds[flight.takeOff]!;
  const several: Notice[] =
    flights.length > 1 ? [{ code: 'severalFlights', numbers: { count: flights.length, takeOff } }] : [];
  return {
    weighing,
    mass: weighing.weight / asked.gravity,
    flight,
    warnings: [...weighing.warnings, ...several],
  };
}
