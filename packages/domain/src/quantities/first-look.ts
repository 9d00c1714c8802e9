import { isDull, type QuantityName, quantityOf } from './quantities.ts';
import { type Side, sideOf } from './sides.ts';

/** A quantity, or one side of it; `whole` is neither side nor axis. */
type Wanted = QuantityName | `${QuantityName} ${Side | 'whole'}`;

/** What a person looks at first, most telling first. */
const firstLooks = {
  /** On a card, while it moves: the rate and the pace of the athlete. */
  live: [
    ['cadence'],
    ['speed', 'integratedSpeed'],
    ['power'],
    ['force total', 'force whole'],
    ['force left', 'torque left'],
    ['force right', 'torque right'],
    ['heartRate'],
    ['acceleration x'],
    ['roll', 'pitch', 'rotation x'],
  ],
  /** On the graphs of a record. */
  record: [
    ['speed', 'integratedSpeed'],
    ['power'],
    ['cadence'],
    ['force'],
    ['heartRate'],
    ['acceleration'],
    ['rotation'],
  ],
  /** As the small trace of a list: where the effort is. */
  trace: [['force total', 'force whole'], ['power whole'], ['speed'], ['acceleration x', 'acceleration z']],
} as const satisfies Record<string, readonly (readonly Wanted[])[]>;

export type FirstLook = keyof typeof firstLooks;

/**
 * The place of a variable in a look, from 0: names that no look has come after all others, and positions, clocks and
 * states of the device last.
 */
export function lookRank(look: FirstLook, variable: string): number {
  const looks: readonly (readonly string[])[] = firstLooks[look];
  if (isDull(variable)) return looks.length + 1;
  const quantity = quantityOf(variable)?.name;
  const meant = [quantity, `${quantity} ${sideOf(variable) ?? 'whole'}`];
  const rank = looks.findIndex((wanted) => wanted.some((one) => meant.includes(one)));
  return rank < 0 ? looks.length : rank;
}

/** Of a quantity that has several variables: all of it before an axis, an axis before one side. */
function partRank(variable: string): number {
  const side = sideOf(variable);
  if (side === undefined || side === 'total') return 0;
  return side === 'left' || side === 'right' ? 2 : 1;
}

/**
 * The variable whose trace stands for a record in lists, of a quantity where one is asked for; among equals the first name,
 * in whatever order they come.
 */
export function tracedVariable(variables: Iterable<string>, quantity?: QuantityName): string | undefined {
  const byName = [...variables].sort((a, b) => (a < b ? -1 : 1));
  if (quantity === undefined) return byName.sort((a, b) => lookRank('trace', a) - lookRank('trace', b))[0];
  const ofIt = byName.filter((name) => quantityOf(name)?.name === quantity && !isDull(name));
  return ofIt.sort((a, b) => partRank(a) - partRank(b))[0];
}
