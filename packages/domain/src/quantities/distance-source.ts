import { ownName, quantityOf } from './quantities.ts';

/** m that one unit of a distance is; a distance without a unit is taken as m. */
const metresOf: Readonly<Record<string, number>> = { '': 1, m: 1, km: 1000, cm: 0.01, mm: 0.001 };
/** m/s that one unit of a speed is. */
const metresASecondOf: Readonly<Record<string, number>> = { '': 1, 'm/s': 1, 'km/h': 1 / 3.6, 'mm/s': 0.001 };

/** What says how far a record has come: a distance from its start, else a speed. */
export interface SaidDistance {
  readonly variable: string;
  readonly kind: 'distance' | 'speed';
  /** m or m/s that one of its units is. */
  readonly factor: number;
}

type Units = Readonly<Record<string, { readonly unit: string }>>;

function firstOf(names: readonly string[], units: Units, known: Readonly<Record<string, number>>) {
  for (const variable of names) {
    const unit = units[variable]?.unit.trim() ?? '';
    const factor = Object.hasOwn(known, unit) ? known[unit] : undefined;
    if (factor !== undefined) return { variable, factor };
  }
  return undefined;
}

/** The variable that says how far a record has come; of several the first by name. Undefined when none does. */
export function distanceSource(variables: Units): SaidDistance | undefined {
  const names = Object.keys(variables).sort();
  // Not the distance of each stroke.
  const distances = names.filter((name) => /^dist(ance)?$/.test(ownName(name)));
  const distance = firstOf(distances, variables, metresOf);
  if (distance !== undefined) return { ...distance, kind: 'distance' };
  // Of the whole before of a part: a speed integrated from acceleration drifts.
  const speeds = (['speed', 'integratedSpeed'] as const).flatMap((quantity) =>
    names.filter((name) => quantityOf(name)?.name === quantity),
  );
  const speed = firstOf(speeds, variables, metresASecondOf);
  return speed && { ...speed, kind: 'speed' };
}
