import type { DistanceMadeOf } from '@sillage/contract';
import { ownName, quantityOf } from './quantities.ts';
import { findTrackVariables } from './track-channels.ts';

/** m that one unit of a distance is; a distance without a unit is taken as m. */
const metresOf: Readonly<Record<string, number>> = { '': 1, m: 1, km: 1000, cm: 0.01, mm: 0.001 };
/** m/s that one unit of a speed is. */
const metresASecondOf: Readonly<Record<string, number>> = { '': 1, 'm/s': 1, 'km/h': 1 / 3.6, 'mm/s': 0.001 };

/** What says how far a record has come: a distance from its start, else a speed; positions where they are asked for. */
export type SaidDistance = {
  readonly variable: string;
  /** m, m/s or ° that one of its units is. */
  readonly factor: number;
} & (
  | { readonly kind: 'distance' | 'speed' }
  /** The variable is the latitude; both are of one module. */
  | { readonly kind: 'position'; readonly longitude: { readonly variable: string; readonly factor: number } }
);

type Units = Readonly<Record<string, { readonly unit: string }>>;

function firstOf(names: readonly string[], units: Units, known: Readonly<Record<string, number>>) {
  for (const variable of names) {
    const unit = units[variable]?.unit.trim() ?? '';
    const factor = Object.hasOwn(known, unit) ? known[unit] : undefined;
    if (factor !== undefined) return { variable, factor };
  }
  return undefined;
}

/**
 * The variable that says how far a record has come; of several the first by name. Undefined when none does.
 * @param madeOf what somebody wants it to be made of; what says it best unless given
 */
export function distanceSource(variables: Units, madeOf?: DistanceMadeOf | null): SaidDistance | undefined {
  switch (madeOf) {
    case 'none':
      return undefined;
    case 'gps':
      return positionOf(variables) ?? speedOf(variables, (name) => /^gps/i.test(name));
    case 'speed':
      return speedOf(variables, () => true);
    case undefined:
    case null:
      return distanceOf(variables) ?? speedOf(variables, () => true);
    default:
      return unreachable(madeOf);
  }
}

function unreachable(madeOf: never): never {
  throw new Error(`unknown distance ${String(madeOf)}`);
}

function distanceOf(variables: Units): SaidDistance | undefined {
  // Not the distance of each stroke.
  const names = Object.keys(variables).filter((name) => /^dist(ance)?$/.test(ownName(name)));
  const distance = firstOf(names.sort(), variables, metresOf);
  return distance && { ...distance, kind: 'distance' };
}

function speedOf(variables: Units, isMeant: (name: string) => boolean): SaidDistance | undefined {
  const names = Object.keys(variables).filter(isMeant).sort();
  // Of the whole before of a part: a speed integrated from acceleration drifts.
  const speeds = (['speed', 'integratedSpeed'] as const).flatMap((quantity) =>
    names.filter((name) => quantityOf(name)?.name === quantity),
  );
  const speed = firstOf(speeds, variables, metresASecondOf);
  return speed && { ...speed, kind: 'speed' };
}

function positionOf(variables: Units): SaidDistance | undefined {
  const { latitude, longitude } = findTrackVariables(variables);
  return latitude && longitude && { ...latitude, kind: 'position', longitude };
}
