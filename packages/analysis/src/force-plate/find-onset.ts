import type { Notice } from '../sentences.ts';
import type { Weighing } from './weigh.ts';
import type { PlateForce } from './whole-force.ts';

/** s before take-off in which the peak is looked for, and before the peak in which the force minimum is. */
const searchSeconds = 1.5;
/** Standard deviations, and share of the weight, that a movement goes beyond. */
const [deviations, share] = [5, 0.01];
/** s: how long a forward search wants the force outside; and Meylan's share of the weight. */
const [persistenceSeconds, meylanShare] = [0.03, 0.025];

export interface Onset {
  /** First sample of the movement. */
  readonly at: number;
  readonly warnings: readonly Notice[];
}

export const onsetRules = ['backward', 'forward', 'share'] as const;
export type OnsetRule = (typeof onsetRules)[number];

/** When a countermovement begins; undefined where none does. */
export function findOnset(plate: PlateForce, weighing: Weighing, takeOff: number, rule: OnsetRule): Onset | undefined {
  switch (rule) {
    case 'backward':
      return backward(plate, weighing, takeOff);
    case 'forward':
      return forward(plate, weighing, takeOff, deviations * weighing.deviation, persistenceSeconds);
    case 'share':
      return forward(plate, weighing, takeOff, meylanShare * weighing.weight, 0);
    default:
      return unknownRule(rule);
  }
}

function unknownRule(rule: never): never {
  throw new Error(`unknown rule ${String(rule)}`);
}

/** From the force minimum before the peak back to the last sample at rest (after Sams). */
function backward({ total, rateHz }: PlateForce, { weight, deviation }: Weighing, takeOff: number): Onset | undefined {
  const reach = Math.round(searchSeconds * rateHz);
  const peak = extremeOf(total, Math.max(0, takeOff - reach), takeOff, 1);
  const earliest = Math.max(0, peak - reach);
  const lowest = extremeOf(total, earliest, peak + 1, -1);
  const atRest = weight - Math.max(deviations * deviation, share * weight);
  if (!(total[lowest]! < atRest)) return undefined;
  let at = lowest;
  while (at > 0 && !(total[at - 1]! >= atRest)) at--;
  return { at, warnings: at === 0 ? [{ code: 'onsetAtEdge', numbers: {} }] : [] };
}

/** The first sample after the weighing from which on the force stays so far from the weight for so long (Owen 2014). */
function forward(
  { total, rateHz }: PlateForce,
  { weight, to }: Weighing,
  takeOff: number,
  by: number,
  seconds: number,
): Onset | undefined {
  const lasting = Math.max(1, Math.round(seconds * rateHz));
  let outside = 0;
  for (let i = to; i < takeOff; i++) {
    outside = Math.abs(total[i]! - weight) > by ? outside + 1 : 0;
    if (outside < lasting) continue;
    const at = i - lasting + 1;
    return { at, warnings: at === to ? [{ code: 'onsetAtEdge', numbers: {} }] : [] };
  }
  return undefined;
}

/** The sample of [from, to) with the largest (+1) or the least (−1) value; the first of equals. */
export function extremeOf(values: Float64Array, from: number, to: number, sign: 1 | -1): number {
  let best = from;
  for (let i = from + 1; i < to; i++) if (sign * values[i]! > sign * values[best]!) best = i;
  return best;
}
