import { findFlights } from './find-flights.ts';
import { middleOf } from './middle-of-flight.ts';
import type { PlateAsked } from './plate-parameters.ts';
import type { PlateForce } from './whole-force.ts';

/** s of the middle of a flight. */
const quietSeconds = 0.3;

/** The force from its zero, and each side from its own. */
export function zeroForce(plate: PlateForce, { zero, flightThreshold }: PlateAsked): PlateForce {
  if (zero === 'none') return plate;
  const levelOf = zero === 'least' ? leastOf : levelInFlight(plate, flightThreshold);
  const shifted = (values: Float64Array) => {
    const level = levelOf(values);
    return Number.isFinite(level) ? values.map((one) => one - level) : values;
  };
  return {
    ...plate,
    total: shifted(plate.total),
    left: plate.left && shifted(plate.left),
    right: plate.right && shifted(plate.right),
  };
}

function leastOf(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < least) least = value;
  return least;
}

/** The level of each signal in the middle of the longest flight of the total; 0 where there is none. */
function levelInFlight({ total, rateHz }: PlateForce, threshold: number) {
  const flights = findFlights(total, rateHz, threshold);
  const lengthOf = ({ takeOff, landing = total.length }: (typeof flights)[number]) => landing - takeOff;
  const longest = flights.sort((a, b) => lengthOf(a) - lengthOf(b)).at(-1);
  return (values: Float64Array) =>
    longest === undefined ? 0 : middleOf(values, longest, Math.round(quietSeconds * rateHz)).mean;
}
