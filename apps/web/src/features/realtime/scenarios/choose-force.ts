import type { RealtimeDataKey } from '@sillage/contract';

/** Names of forces that protocols look at, as the programs that come with Sillage name their inputs: the whole before a side. */
const forces = ['fztot', 'fz_total', 'ftot', 'force', 'fzg', 'fzd', 'fg', 'fd'];

/** The force that a device is followed by in a protocol; undefined where it measures none. */
export function chooseForce(keys: readonly RealtimeDataKey[]): RealtimeDataKey | undefined {
  const rank = ({ name }: RealtimeDataKey): number => forces.indexOf(name.slice(name.indexOf('.') + 1).toLowerCase());
  const [first] = keys.filter((key) => key.unit === 'N' && rank(key) >= 0).toSorted((a, b) => rank(a) - rank(b));
  return first;
}
