import { isRefused } from '../analysis.ts';
import { chooseInputs } from '../choose-inputs.ts';
import { findFlights, isJump } from '../force-plate/find-flights.ts';
import { plateParameters } from '../force-plate/plate-parameters.ts';
import { forceRoles, wholeForce } from '../force-plate/whole-force.ts';
import { unitFactor } from '../unit-factors.ts';
import type { LivePart, LiveValue, LiveVariable, Sink } from './live-part.ts';
import { SampleWindow } from './sample-window.ts';

/** s that are looked at, Hz at which they are kept, s between two looks. */
const [windowSeconds, windowHz, lookEverySeconds] = [6, 250, 0.5];
/** s: who is away longer has left the plate. */
const longestFlightSeconds = 1.2;
/** s after a landing in which its peak comes. */
const landingSeconds = 0.6;
/** N above which somebody stands on the plate. */
const loadedAbove = 200;

const gravity = plateParameters.gravity.default;
const threshold = plateParameters.flightThreshold.default;

/**
 * Jumps on force plates, counted when they have landed, and how high the last one was by its flight: g·t²/8.
 * @returns undefined where no force is measured
 */
export function followJumps(
  variables: readonly LiveVariable[],
  names: { readonly counts: string; readonly height: string },
): LivePart | undefined {
  const chosen = chooseInputs(
    { inputs: forceRoles },
    variables.map(({ name }) => name),
  );
  const windows = new Map<string, SampleWindow>();
  const sinks = new Map<string, Sink>();
  for (const [role, { unit }] of Object.entries(forceRoles)) {
    const variable = variables.find(({ name }) => name === chosen.get(role));
    const factor = variable && unitFactor(variable.unit, unit);
    if (variable === undefined || factor === undefined || variable.rateHz < 100) continue;
    const shape = { seconds: windowSeconds, rateHz: windowHz, sampledHz: variable.rateHz };
    const window = new SampleWindow(variable.name, shape);
    windows.set(role, window);
    sinks.set(variable.name, (seconds, value) => window.take(seconds, value * factor));
  }
  if (windows.size === 0) return undefined;
  const columnOf = (role: keyof typeof forceRoles) => windows.get(role)?.column();
  let [count, landedAt, lookedAt] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let said: Record<string, LiveValue> = {};
  return {
    sinks,
    look(seconds) {
      if (seconds - lookedAt < lookEverySeconds && seconds >= lookedAt) return said;
      lookedAt = seconds;
      const [force, forceLeft, forceRight] = [columnOf('force'), columnOf('forceLeft'), columnOf('forceRight')];
      const plate = wholeForce({ force, forceLeft, forceRight });
      if (isRefused(plate)) return said;
      const { total, timesSeconds, rateHz } = plate;
      const weight = usualLoad(total);
      for (const flight of findFlights(total, rateHz, threshold)) {
        const { takeOff, landing } = flight;
        if (landing === undefined || landing + landingSeconds * rateHz > total.length) continue;
        const [from, to] = [timesSeconds[takeOff]!, timesSeconds[landing]!];
        const isOld = from < landedAt || to - from > longestFlightSeconds;
        if (isOld || !isJump(total, flight, rateHz, weight)) continue;
        count++;
        landedAt = to;
        said = {
          [names.counts]: { value: count, at: to },
          [names.height]: { value: (gravity * (to - from) ** 2) / 8, at: to },
        };
      }
      return said;
    },
  };
}

/** N; of somebody who stands most of the time. */
function usualLoad(total: Float64Array): number {
  const loaded = total.filter((one) => one > loadedAbove).sort();
  return loaded[loaded.length >> 1] ?? Number.POSITIVE_INFINITY;
}
