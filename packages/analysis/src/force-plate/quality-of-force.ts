import type { Refusal } from '../analysis.ts';
import type { Notice } from '../sentences.ts';
import type { Flight } from './find-flights.ts';
import { middleOf } from './middle-of-flight.ts';
import type { Weighing } from './weigh.ts';
import type { PlateForce } from './whole-force.ts';

/** Samples in a row at the largest value: a plate that cannot show more. */
const clippedSamples = 3;
/** s in a row with the very same value while somebody stands on the plate, and samples at least. */
const [frozenSeconds, frozenSamples] = [0.1, 20];
/** N: what an unloaded plate may show in the middle of a flight. */
const mostInFlight = 20;
/** Of the weight: a side that carries less than it carries nothing. */
const silentShare = 0.02;
/** s without change, N of range, and share of the weight below which a level is an unloaded plate's. */
const flat = { seconds: 0.15, range: 30, share: 0.5 };

const sides = { left: { fr: 'gauche', en: 'left' }, right: { fr: 'droit', en: 'right' } };

/** What makes the numbers of a jump doubtful though there are some (sheet 1.1, 1.2). */
export function doubtsOfForce(plate: PlateForce, weighing: Weighing, flight: Flight): Notice[] {
  const { total, rateHz, left, right } = plate;
  const { mean } = middleOf(total, flight, Math.round(rateHz * 0.3));
  const clipped = longestAt(total, greatestOf(total));
  const frozen = longestFrozen(total, weighing.weight / 2) / rateHz;
  const isFrozen = frozen >= frozenSeconds && frozen * rateHz >= frozenSamples;
  const silent = left && right ? [left, right].findIndex((side) => isSilent(side, weighing)) : -1;
  return [
    ...(clipped >= clippedSamples ? [{ code: 'clipped', numbers: { force: greatestOf(total) } } as const] : []),
    ...(isFrozen ? [{ code: 'frozen', numbers: { seconds: frozen } } as const] : []),
    ...(Math.abs(mean) > mostInFlight ? [{ code: 'flightNotZero', numbers: { newtons: mean } } as const] : []),
    ...(silent >= 0
      ? [{ code: 'sideSilent', numbers: { side: sides[silent === 0 ? 'left' : 'right'] } } as const]
      : []),
  ];
}

/** A plate that could not show the push. */
export function refuseClipped({ total }: PlateForce): Refusal | undefined {
  const force = greatestOf(total);
  return longestAt(total, force) >= clippedSamples ? { refused: 'clipped', numbers: { force } } : undefined;
}

/** A plate that shows a load when nobody stands on it: there was a flight, but not at zero. */
export function refuseOffset({ total, rateHz }: PlateForce, weight: number): Refusal | undefined {
  const samples = Math.max(2, Math.round(flat.seconds * rateHz));
  for (let from = 0; from + samples <= total.length; from += samples >> 1) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = from; i < from + samples; i++) {
      least = Math.min(least, total[i]!);
      most = Math.max(most, total[i]!);
    }
    if (most - least < flat.range && most < flat.share * weight) {
      return { refused: 'flightNotZero', numbers: { newtons: (least + most) / 2 } };
    }
  }
  return undefined;
}

function greatestOf(values: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > most) most = value;
  return most;
}

function longestAt(values: Float64Array, level: number): number {
  let [longest, run] = [0, 0];
  for (const value of values) {
    run = value === level ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Samples of the longest stretch of one and the same value above a level. */
function longestFrozen(values: Float64Array, above: number): number {
  let [longest, run] = [0, 1];
  for (let i = 1; i < values.length; i++) {
    run = values[i] === values[i - 1] && values[i]! > above ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function isSilent(side: Float64Array, { from, to, weight }: Weighing): boolean {
  let sum = 0;
  for (let i = from; i < to; i++) sum += side[i]!;
  return Math.abs(sum / (to - from)) < silentShare * weight;
}
