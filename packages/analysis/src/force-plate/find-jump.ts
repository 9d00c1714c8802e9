import { isRefused, type Refusal } from '../analysis.ts';
import { sampleAt } from '../sample-at.ts';
import type { Notice } from '../sentences.ts';
import { chooseFlight, type Flight, findFlights } from './find-flights.ts';
import { middleOf } from './middle-of-flight.ts';
import { type EdgesAsked, leastFlightSeconds, type PlateAsked } from './plate-parameters.ts';
import { doubtsOfForce, refuseClipped, refuseOffset } from './quality-of-force.ts';
import { type Weighing, weigh } from './weigh.ts';
import type { PlateForce } from './whole-force.ts';
import { zeroForce } from './zero-force.ts';

export interface Jump {
  /** Its zero is what was asked for. */
  readonly plate: PlateForce;
  readonly weighing: Weighing;
  /** kg */
  readonly mass: number;
  readonly flight: Flight;
  readonly warnings: readonly Notice[];
}

/** A person who was weighed standing, and the flight that is judged. */
export function findJump(
  asRecorded: PlateForce,
  asked: PlateAsked & Pick<EdgesAsked, 'takeOffAt' | 'landingAt'>,
): Jump | Refusal {
  const plate = zeroForce(asRecorded, asked);
  const flights = flightsBy(plate, asked);
  const last = flights.at(-1);
  if (last === undefined) {
    const standing = weigh(plate, plate.total.length, asked);
    if (isRefused(standing)) return standing;
    return refuseOffset(plate, standing.weight) ?? noFlight(asked);
  }
  const first = weigh(plate, last.takeOff, asked);
  if (isRefused(first)) return first;
  const chosen = chooseFlight(flights, plate.total, plate.rateHz, first.weight);
  if (chosen === undefined) return refuseClipped(plate) ?? noFlight(asked);
  const flight = placedByHand(plate, chosen, asked);
  const weighing = flight.takeOff === last.takeOff ? first : weigh(plate, flight.takeOff, asked);
  if (isRefused(weighing)) return weighing;
  const takeOff = plate.timesSeconds[flight.takeOff]!;
  const several: Notice[] =
    flights.length > 1 ? [{ code: 'severalFlights', numbers: { count: flights.length, takeOff } }] : [];
  const doubts = doubtsOfForce(asRecorded, weighing, flight);
  return {
    plate,
    weighing,
    mass: weighing.weight / asked.gravity,
    flight,
    warnings: [...weighing.warnings, ...several, ...doubts],
  };
}

const noFlight = ({ flightThreshold }: PlateAsked): Refusal => ({
  refused: 'noFlight',
  numbers: { seconds: leastFlightSeconds, threshold: flightThreshold },
});

/** s of the middle of a flight, deviations above its mean (McMahon 2018), and N above it at least: plates without noise. */
const [quietSeconds, deviations, leastThreshold] = [0.3, 5, 5];

function flightsBy({ total, rateHz }: PlateForce, { flightRule, flightThreshold }: PlateAsked): Flight[] {
  switch (flightRule) {
    case 'threshold':
      return findFlights(total, rateHz, flightThreshold);
    case 'fiveDeviations': {
      const longest = findFlights(total, rateHz, flightThreshold).sort(byLength(total)).at(-1);
      if (longest === undefined) return [];
      const { mean, deviation } = middleOf(total, longest, Math.round(quietSeconds * rateHz));
      return findFlights(total, rateHz, mean + Math.max(leastThreshold, deviations * deviation));
    }
    case 'firstAndLast': {
      const takeOff = total.findIndex((force) => force < flightThreshold);
      const landing = total.findLastIndex((force) => force < flightThreshold);
      const isFlight = takeOff > 0 && landing - takeOff >= leastFlightSeconds * rateHz;
      return isFlight ? [{ takeOff, landing: landing < total.length - 1 ? landing : undefined }] : [];
    }
    default:
      return unknownRule(flightRule);
  }
}

function unknownRule(rule: never): never {
  throw new Error(`unknown rule ${String(rule)}`);
}

const byLength = (total: Float64Array) => (a: Flight, b: Flight) =>
  (a.landing ?? total.length) - a.takeOff - ((b.landing ?? total.length) - b.takeOff);

/** The flight, with the edges that somebody placed; one that would end before it begins stays the rule's. */
function placedByHand(
  { timesSeconds }: PlateForce,
  flight: Flight,
  { takeOffAt, landingAt }: Pick<EdgesAsked, 'takeOffAt' | 'landingAt'>,
): Flight {
  const takeOff = takeOffAt === null ? flight.takeOff : sampleAt(timesSeconds, takeOffAt);
  const landing = landingAt === null ? flight.landing : sampleAt(timesSeconds, landingAt);
  const isOrdered = takeOff > 0 && (landing === undefined || landing > takeOff);
  return isOrdered ? { takeOff, landing } : flight;
}
