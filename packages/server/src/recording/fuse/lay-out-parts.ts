import { limits, type Refusal, refuse, type Translated } from '@sillage/contract';
import { startOf } from '../records/index.ts';
import type { Part } from './find-parts.ts';

/** A part on the clock of the fused record. */
export interface PlacedPart extends Part {
  /** s that it begins after the first part. */
  readonly offsetSeconds: number;
  /** s that it begins after the fused record, which begins with its earliest part. */
  readonly shiftSeconds: number;
}

/** Puts parts on one clock, or says why that makes no record. */
export function layOutParts(parts: readonly Part[], offsets: readonly number[]): PlacedPart[] | Refusal {
  const [reference = 0] = offsets;
  const begins = Math.min(...offsets);
  const placed = parts.map((part, i) => {
    const offset = offsets[i] ?? 0;
    return { ...part, offsetSeconds: offset - reference, shiftSeconds: offset - begins };
  });
  const alone = placed.find((part) => !placed.some((other) => other !== part && doMeet(part, other)));
  if (alone !== undefined) return refuse('record.fuseNoOverlap', { name: alone.name });
  if (durationOf(placed) > limits.fusionSeconds) return refuse('record.fuseTooLong', { maximum: longest });
  const count = parts.reduce((sum, { record }) => sum + Object.keys(record.modules).length, 0);
  const maximum = limits.fusionModules;
  return count > maximum ? refuse('record.fuseTooManyModules', { count, maximum }) : placed;
}

const hours = limits.fusionSeconds / 3600;
const longest: Translated = { fr: `${hours} h`, en: `${hours} h` };

/** s from the beginning of the earliest part to the end of the last. */
export function durationOf(placed: readonly PlacedPart[]): number {
  return Math.max(...placed.map(({ record, shiftSeconds }) => shiftSeconds + record.durationSeconds));
}

function doMeet(a: PlacedPart, b: PlacedPart): boolean {
  const ends = (part: PlacedPart) => part.shiftSeconds + part.record.durationSeconds;
  return a.shiftSeconds < ends(b) && b.shiftSeconds < ends(a);
}

/** µs since 1970 of the earliest part, by the clock that dates the first one. */
export function startUsOf([reference]: readonly PlacedPart[]): number {
  if (reference === undefined) throw new Error('a fusion without parts');
  return startOf(reference.record) - Math.round(reference.shiftSeconds * 1e6);
}
