import type { Notice } from '../sentences.ts';
import type { OnsetAsked } from './onset-parameters.ts';
import type { Weighing } from './weigh.ts';
import type { PlateForce } from './whole-force.ts';

/** s before take-off in which the peak is looked for, and before the peak in which the force minimum is. */
const searchSeconds = 1.5;
/** Of the weight: what a movement goes beyond at least, however still the weighing was. */
export const leastShare = 0.01;

export interface Onset {
  /** First sample of the movement. */
  readonly at: number;
  readonly warnings: readonly Notice[];
}

/** When a countermovement begins; undefined where none does. */
export function findOnset(
  plate: PlateForce,
  weighing: Weighing,
  takeOff: number,
  asked: OnsetAsked,
): Onset | undefined {
  const { onsetRule, onsetDeviations, onsetShare, onsetSide, onsetLasting } = asked;
  switch (onsetRule) {
    case 'backward':
      return backward(plate, weighing, takeOff, onsetDeviations);
    case 'forward':
      return forward(plate, weighing, takeOff, {
        ...{ by: onsetDeviations * weighing.deviation, side: onsetSide, seconds: onsetLasting },
      });
    case 'share':
      return forward(plate, weighing, takeOff, {
        ...{ by: onsetShare * weighing.weight, side: onsetSide, seconds: onsetLasting },
      });
    default:
      return unknownRule(onsetRule);
  }
}

function unknownRule(rule: never): never {
  throw new Error(`unknown rule ${String(rule)}`);
}

/** From the force minimum before the peak back to the last sample at rest (after Sams). */
function backward(
  { total, rateHz }: PlateForce,
  { weight, deviation }: Weighing,
  takeOff: number,
  deviations: number,
): Onset | undefined {
  const reach = Math.round(searchSeconds * rateHz);
  const peak = extremeOf(total, Math.max(0, takeOff - reach), takeOff, 1);
  const earliest = Math.max(0, peak - reach);
  const lowest = extremeOf(total, earliest, peak + 1, -1);
  const atRest = weight - Math.max(deviations * deviation, leastShare * weight);
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
  { by, side, seconds }: { readonly by: number; readonly side: 'both' | 'below'; readonly seconds: number },
): Onset | undefined {
  const lasting = Math.max(1, Math.round(seconds * rateHz));
  let outside = 0;
  for (let i = to; i < takeOff; i++) {
    const away = weight - total[i]!;
    outside = (side === 'both' ? Math.abs(away) : away) > by ? outside + 1 : 0;
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
