import type { Record } from '@sillage/contract';
import { leastDecimalsOf } from '@sillage/domain';
import { decimalsFor } from '../../charts/curve.ts';
import { stemOf } from './graph-layout.ts';
import type { StatisticsTable } from './statistics-queries.ts';

/**
 * Decimals by variable, from its range in the whole record, so that they stay while the window changes. The axes of one
 * quantity are printed alike; what only shares a unit is not: a distance a stroke beside the distance of the whole.
 */
export function decimalsByVariable(
  whole: StatisticsTable | undefined,
  available: Record['available_data'],
): ReadonlyMap<string, number> {
  const kindOf = (name: string) => `${stemOf(name)} ${available[name]?.unit ?? ''}`;
  const largest = new Map<string, number>();
  for (const [name, { min, max }] of whole ?? []) {
    if (min === null || max === null) continue;
    const kind = kindOf(name);
    largest.set(kind, Math.max(largest.get(kind) ?? 0, Math.abs(min), Math.abs(max)));
  }
  const decimalsOf = (name: string) => {
    const size = largest.get(kindOf(name));
    const few = decimalsFor(size === undefined ? undefined : [-size, size]);
    return Math.max(few, leastDecimalsOf(name, available[name]?.unit ?? ''));
  };
  return new Map([...(whole?.keys() ?? [])].map((name) => [name, decimalsOf(name)]));
}
