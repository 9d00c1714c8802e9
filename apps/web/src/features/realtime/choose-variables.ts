import type { RealtimeDataKey } from '@sillage/contract';
import { quantityOf } from '@sillage/domain';

/** What a coach looks at first, most telling first; matched against the variable's own name. */
const telling: readonly RegExp[] = [
  /^(cadence|stroke_?rate|spm)/i,
  /^(speed|vitesse)/i,
  /^(power|puissance)/i,
  /^(f_?z?_?tot|force|fz)/i,
  /^(fz?_?g|force_?(g|left)|couple_?g)/i,
  /^(fz?_?d|force_?(d|right)|couple_?d)/i,
  /^(heart|hr|fc)/i,
  /^(acc_x)/i,
  /^(roll|pitch|gyro_x)/i,
];

function rank({ name }: RealtimeDataKey): number {
  const variable = name.slice(name.indexOf('.') + 1);
  const found = telling.findIndex((pattern) => pattern.test(variable));
  return found < 0 ? telling.length : found;
}

/**
 * The variables that a card shows: the `count` most telling of the device, in the order it declares on a tie. The same
 * quantity by two sensors is shown once.
 */
export function chooseVariables(keys: readonly RealtimeDataKey[], count: number): RealtimeDataKey[] {
  const shown = new Set<string>();
  const chosen: RealtimeDataKey[] = [];
  for (const key of [...keys].sort((a, b) => rank(a) - rank(b))) {
    const what = quantityOf(key.name) === undefined ? key.name : `${key.description.fr} ${key.unit}`;
    if (chosen.length >= count || shown.has(what)) continue;
    shown.add(what);
    chosen.push(key);
  }
  return chosen;
}
