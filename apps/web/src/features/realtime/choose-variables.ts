import type { RealtimeDataKey } from '@sillage/contract';
import { lookRank, quantityOf } from '@sillage/domain';

/**
 * The variables that a card shows: the `count` most telling of the device, in the order it declares on a tie. The same
 * quantity by two sensors is shown once.
 */
export function chooseVariables(keys: readonly RealtimeDataKey[], count: number): RealtimeDataKey[] {
  const shown = new Set<string>();
  const chosen: RealtimeDataKey[] = [];
  for (const key of [...keys].sort((a, b) => lookRank('live', a.name) - lookRank('live', b.name))) {
    const what = quantityOf(key.name) === undefined ? key.name : `${key.description.fr} ${key.unit}`;
    if (chosen.length >= count || shown.has(what)) continue;
    shown.add(what);
    chosen.push(key);
  }
  return chosen;
}
