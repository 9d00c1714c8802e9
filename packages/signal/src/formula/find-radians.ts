import type { CarriedUnit } from './carry-units.ts';
import type { Part } from './formula-parts.ts';

export const isDegrees = (unit: CarriedUnit) => unit !== 'number' && unit?.unit === '°' && unit.power === 1;

/** A factor this near to that of a conversion from ° to rad is one, however it is written: `pi/180`, `0.01745`, `1/57.3`. */
const nearRadians = 0.01;

/** The constant that a part is multiplied by. */
function factorOf(part: Part): number {
  if (part.kind !== 'each') return 1;
  const [left, right] = part.inputs;
  if (left === undefined || right === undefined) return 1;
  if (part.of === 'multiply' && left.kind === 'number') return left.value * factorOf(right);
  if (right.kind !== 'number') return 1;
  return part.of === 'multiply'
    ? factorOf(left) * right.value
    : part.of === 'divide'
      ? factorOf(left) / right.value
      : 1;
}

/** Whether an angle in it is turned into rad, although its unit stays °. */
export function hasRadians(part: Part): boolean {
  if (Math.abs((Math.abs(factorOf(part)) * 180) / Math.PI - 1) < nearRadians) return true;
  switch (part.kind) {
    case 'number':
    case 'variable':
      return false;
    case 'along':
      return hasRadians(part.input);
    case 'each':
      return !/^(sin|cos|atan2)/.test(part.of) && part.inputs.some(hasRadians);
  }
}
