import { ownName } from './quantities.ts';

/** Which part of a quantity: a side of the body or boat, both sides together, or an axis of the sensor. */
export type Side = 'left' | 'right' | 'total' | 'x' | 'y' | 'z';

const endings: readonly (readonly [Side, RegExp])[] = [
  ['left', /(?:_|^)(?:fz?|[a-z]*_)?(?:g|gauche|left|port)$/],
  ['right', /(?:_|^)(?:fz?|[a-z]*_)?(?:d|droit|droite|right|starboard)$/],
  ['total', /tot(?:al)?$/],
  ['x', /_x_?$/],
  ['y', /_y_?$/],
  ['z', /_z_?$/],
];

/** What the end of a variable's name says. */
export function sideOf(variable: string): Side | undefined {
  const name = ownName(variable);
  return endings.find(([, ending]) => ending.test(name))?.[0];
}

const pairs: readonly (readonly [string, string])[] = [
  ['g', 'd'],
  ['gauche', 'droite'],
  ['left', 'right'],
  ['port', 'starboard'],
];

/** The side that a variable measures: left and right only where `all` have the other side too. */
export function measuredSide(variable: string, all: ReadonlySet<string>): 'left' | 'right' | 'total' | undefined {
  const side = sideOf(variable);
  if (side === 'total') return side;
  for (const [left, right] of pairs) {
    if (side === 'left' && variable.endsWith(left) && all.has(variable.slice(0, -left.length) + right)) return side;
    if (side === 'right' && variable.endsWith(right) && all.has(variable.slice(0, -right.length) + left)) return side;
  }
  return undefined;
}
