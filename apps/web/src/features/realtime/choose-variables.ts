import type { RealtimeDataKey } from '@sillage/contract';

/** What a coach looks at first, most telling first; matched against the variable's own name. */
const telling: readonly RegExp[] = [
  /^(speed|vitesse)/i,
  /^(power|puissance)/i,
  /^(cadence|stroke_?rate|spm)/i,
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

/** The variables that a card shows: the `count` most telling of the device, in the order it declares on a tie. */
export function chooseVariables(keys: readonly RealtimeDataKey[], count: number): RealtimeDataKey[] {
  return [...keys].sort((a, b) => rank(a) - rank(b)).slice(0, count);
}
