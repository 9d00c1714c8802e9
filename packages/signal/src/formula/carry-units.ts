/**
 * The unit of a part of a formula, as far as it is known: a number, which takes any unit; a power of a unit, as `m/s²`
 * squared; undefined = nobody can say.
 */
export type CarriedUnit = 'number' | { readonly unit: string; readonly power: number } | undefined;

/** The unit of a variable; one that says none may be anything. */
export function unitOfVariable(unit: string): CarriedUnit {
  return unit === '' ? undefined : { unit: plainUnit(unit), power: 1 };
}

/** One spelling of the many that devices and files have: `m/s²` of `m/s^2`, `°/s` of `deg/s`, `N·m` of `N.m`. */
export function plainUnit(unit: string): string {
  return unit
    .trim()
    .replaceAll('^2', '²')
    .replaceAll('^3', '³')
    .replace(/^deg(?![a-z])/, '°')
    .replace(/(?<=[a-zA-Z])[.*](?=[a-zA-Z])/g, '·');
}

const isUnit = (one: CarriedUnit) => one !== 'number' && one !== undefined;

/** Whether two can be added or compared. */
export function canAdd(a: CarriedUnit, b: CarriedUnit): boolean {
  if (!isUnit(a) || !isUnit(b)) return true;
  return a.unit === b.unit && a.power === b.power;
}

export function addUnits(a: CarriedUnit, b: CarriedUnit): CarriedUnit {
  if (a === 'number') return b;
  return b === 'number' || a !== undefined ? a : b;
}

/** @param sign 1 of a product, −1 of a quotient */
export function multiplyUnits(a: CarriedUnit, b: CarriedUnit, sign: 1 | -1): CarriedUnit {
  if (b === 'number') return a;
  if (a === 'number') return sign === 1 || b === undefined ? b : { ...b, power: -b.power };
  if (a === undefined || b === undefined || a.unit !== b.unit) return undefined;
  return raised(a, a.power + sign * b.power);
}

const raised = ({ unit }: { readonly unit: string }, power: number): CarriedUnit =>
  power === 0 ? 'number' : { unit, power };

/** @param exponent undefined where it is not known before there are samples */
export function raiseUnit(base: CarriedUnit, exponent: number | undefined): CarriedUnit {
  if (!isUnit(base)) return base;
  return exponent === undefined ? undefined : raised(base, base.power * exponent);
}

/** Per second, and times seconds. */
const rates: readonly (readonly [of: string, perSecond: string])[] = [
  ['m', 'm/s'],
  ['m/s', 'm/s²'],
  ['m/s²', 'm/s³'],
  ['km', 'km/s'],
  ['°', '°/s'],
  ['°/s', '°/s²'],
  ['rad', 'rad/s'],
  ['rad/s', 'rad/s²'],
  ['N', 'N/s'],
  ['N·s', 'N'],
  ['J', 'W'],
];

export function unitPerSecond(unit: CarriedUnit): CarriedUnit {
  if (!isUnit(unit) || unit.power !== 1) return undefined;
  const known = rates.find(([of]) => of === unit.unit)?.[1];
  return known === undefined
    ? /[/·]/.test(unit.unit)
      ? undefined
      : { unit: `${unit.unit}/s`, power: 1 }
    : { unit: known, power: 1 };
}

export function unitTimesSeconds(unit: CarriedUnit): CarriedUnit {
  if (!isUnit(unit) || unit.power !== 1) return undefined;
  const known = rates.find(([, perSecond]) => perSecond === unit.unit)?.[0];
  return known === undefined
    ? /[/·]/.test(unit.unit)
      ? undefined
      : { unit: `${unit.unit}·s`, power: 1 }
    : { unit: known, power: 1 };
}

/** As people read it: `m/s²`, `(m/s²)²`; undefined where nobody can say. */
export function writeUnit(unit: CarriedUnit): string | undefined {
  if (unit === undefined) return undefined;
  if (unit === 'number') return '';
  if (unit.power === 1) return unit.unit;
  const base = /[^\p{L}°%]/u.test(unit.unit) ? `(${unit.unit})` : unit.unit;
  return `${base}${[...String(unit.power)].map((sign) => raisedFigures.get(sign) ?? sign).join('')}`;
}

const raisedFigures: ReadonlyMap<string, string> = new Map(
  [...'-.0123456789'].map((sign, i) => [sign, '⁻·⁰¹²³⁴⁵⁶⁷⁸⁹'[i] ?? sign]),
);
