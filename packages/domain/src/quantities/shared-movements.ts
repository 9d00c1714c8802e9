import { lookRank } from './first-look.ts';
import { isDull, ownName, type QuantityName, quantityOf } from './quantities.ts';

/** Quantities that do not move with a cycle. */
const slow: ReadonlySet<QuantityName | undefined> = new Set<QuantityName>([
  'altitude',
  'cadence',
  'distance',
  'heartRate',
]);

/** Whether a variable moves as what it is fastened to does. */
export function isMovement(variable: string): boolean {
  return !isDull(variable) && !slow.has(quantityOf(variable)?.name);
}

/** A movement that several records hold. */
export interface SharedMovement {
  /** `acc_x`, or `|acc|` for the size of all three axes, which is the same however a device is turned. */
  readonly name: string;
  /** For each record the variable, or the three axes of one module. */
  readonly variables: readonly (readonly string[])[];
}

/** Movements that all of the records hold, those first that tell most: sizes of axes, then what is looked at first. */
export function sharedMovements(records: readonly (readonly string[])[]): SharedMovement[] {
  const each = records.map(movementsOf);
  const [first, ...others] = each;
  if (first === undefined) return [];
  return [...first]
    .filter(([name]) => others.every((other) => other.has(name)))
    .map(([name]) => ({ name, variables: each.map((one) => one.get(name) ?? []) }))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || (a.name < b.name ? -1 : 1));
}

function rankOf(name: string): number {
  return name.startsWith('|')
    ? quantityOf(`.${name.slice(1)}`)?.name === 'acceleration'
      ? -2
      : -1
    : lookRank('trace', name);
}

function movementsOf(variables: readonly string[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const all = new Set(variables);
  for (const variable of [...variables].sort()) {
    const axis = /^(.+)_x(_?)$/i.exec(variable);
    const axes = axis && [variable, `${axis[1]}_y${axis[2]}`, `${axis[1]}_z${axis[2]}`];
    const size = axis && `|${ownName(axis[1] ?? '')}|`;
    if (size && axes?.every((one) => all.has(one)) && !found.has(size)) found.set(size, axes);
    const name = ownName(variable);
    if (isMovement(variable) && !found.has(name)) found.set(name, [variable]);
  }
  return found;
}
